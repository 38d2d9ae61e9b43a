import { isLike } from '../text/is-like.ts';
import type { LineBytes } from '../text/scan-lines.ts';

const BLANK = 0x20;
const BAR = 0x7c;

/** What a program that passes on the output of another writes in front of each line of it. */
const KINDS: readonly RegExp[] = [
  // A time, alone or in brackets.
  /\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?(?: |$)/y,
  // `job<tab>step<tab>`, as a CI service joins the logs of its jobs.
  /[^\t]{1,60}\t[^\t]{1,60}\t/y,
  // `[job] | `, `[job] `, `service-1  | `.
  /\[[a-z][\w@/:.-]{0,40}\](?: +\||:)?(?: |$)/iy,
  /[a-z@][\w@/:.-]{0,40} *\|(?: |$)/iy,
  // `package:task: `.
  /@?[a-z][\w@/.-]{0,40}:[a-z][\w:.-]{0,30}:(?: |$)/iy,
  // A step of an image that is built: its number and the seconds since it began.
  /#\d+ \d+\.\d+ /y,
];
/** Names in front of a line that say how bad it is are a part of it. */
const LEVEL =
  /\b(?:info|warn(?:ing)?|err(?:or)?|debug|trace|fatal|notice|critical|fail(?:ed)?|ok|pass(?:ed)?)\b/i;
/** So many of the lines have it, and there are so many lines at least. */
const SHARE = 0.6;
const FEWEST = 12;
const MOST_KINDS = 3;

/** The place behind a prefix of this kind at `at`; `at` without one. */
function behind(kind: RegExp, text: string, at: number): number {
  kind.lastIndex = at;
  return kind.test(text) && kind.lastIndex > at ? kind.lastIndex : at;
}

/** What the lines of a text have in front that is no part of what a tool said, all of ASCII. */
export class Prefix {
  private readonly kinds: readonly RegExp[];
  /** The prefix of the last line that had all of it: most lines have the same one, with other digits. */
  private model = Buffer.alloc(0);

  constructor(kinds: readonly RegExp[]) {
    this.kinds = kinds;
  }

  /** Bytes of a line that are the prefix. */
  of(text: string, { bytes, from, to }: Readonly<LineBytes>): number {
    const { length } = this.model;
    if (
      length > 0 &&
      from + length < to &&
      isLike(this.model, bytes, from) &&
      endsAt(bytes[from + length] ?? 0)
    )
      return length;
    let place = 0;
    let isWhole = true;
    for (const kind of this.kinds) {
      const end = behind(kind, text, place);
      isWhole &&= end > place;
      place = end;
    }
    if (isWhole) this.model = Buffer.from(text.slice(0, place));
    return place;
  }

  /** Characters of a text that are the prefix. */
  in(text: string): number {
    return this.kinds.reduce((place, kind) => behind(kind, text, place), 0);
  }
}

/** A blank, or the bar of a name in brackets, may still be a part of the prefix. */
const endsAt = (next: number): boolean => next !== BLANK && next !== BAR;

/** What the lines of a text have in front; undefined when they begin with what they say. */
export function prefixOf(lines: readonly string[]): Prefix | undefined {
  const texts = lines.filter((line) => line.trim() !== '');
  if (texts.length < FEWEST) return undefined;
  const kinds: RegExp[] = [];
  const at = texts.map(() => 0);
  while (kinds.length < MOST_KINDS) {
    const found = KINDS.find((kind) => isCommon(kind, texts, at));
    if (found === undefined) break;
    kinds.push(found);
    for (const [i, text] of texts.entries()) at[i] = behind(found, text, at[i] ?? 0);
  }
  return kinds.length === 0 ? undefined : new Prefix(kinds);
}

function isCommon(kind: RegExp, texts: readonly string[], at: readonly number[]): boolean {
  let count = 0;
  for (const [i, text] of texts.entries()) {
    const from = at[i] ?? 0;
    const to = behind(kind, text, from);
    if (to === from) continue;
    const prefix = text.slice(from, to);
    if (LEVEL.test(prefix) || !isAscii(prefix)) return false;
    count += 1;
  }
  return count >= texts.length * SHARE;
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
