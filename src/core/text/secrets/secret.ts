import { COLOUR, chars } from './byte-runs.ts';
/** A secret in a text: what kind it is, and which bytes are it. */
export interface Secret {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** A text in which an anchor was found. */
export interface Look {
  readonly text: Buffer;
  /** The anchor's bytes. */
  readonly at: number;
  readonly after: number;
  /** Nothing before this place may be taken: it is given out, or part of a secret. */
  readonly from: number;
  /** The text goes on, but the rest of it is not here yet. */
  readonly isPart: boolean;
}

/** `open`: the part ends too early to tell. A place: no secret ends before it. Undefined: no secret. */
export type Sight = Secret | 'open' | number | undefined;

/** What an anchor is the sign of. */
export type Sighting = (look: Look) => Sight;

/** Longest text on one line that a rule looks at, in bytes. */
export const LINE_LIMIT = 512;

/** The rest of the line behind a place, one character per byte; undefined when it is not all here yet. */
export function restOfLine({ text, isPart }: Look, from: number): string | undefined {
  const limit = Math.min(text.length, from + LINE_LIMIT);
  let end = from;
  while (end < limit && text[end] !== 0x0a) end += 1;
  return isPart && end === text.length && end < from + LINE_LIMIT ? undefined : chars(text, from, end);
}

const COLOURS = new RegExp(COLOUR, 'g');

/** The line before a place, as far as it may be looked at, without colours. */
export function lineBefore({ text }: Look, to: number, maxBytes: number): string {
  const line = chars(text, Math.max(0, to - maxBytes), to);
  const last = line.slice(line.lastIndexOf('\n') + 1);
  return last.includes('\u001b') ? last.replace(COLOURS, '') : last;
}

/** Words and signs that say: the real one goes here. */
const PLACEHOLDER =
  /x{6}|\*{3}|\.{3}|…|example|placeholder|redacted|change[-_]?me|your[-_ ]|<[^>]*>|replace[-_ ]|insert[-_ ]|(?:goes|token|key|secret|password)[-_ ]here/i;

/** True for texts that stand for a secret in documents: `ghp_xxxxxxxx`, `<token>`, `your-api-key`, and our own marks. */
export const isPlaceholder = (value: string): boolean =>
  PLACEHOLDER.test(value) || /^([^a-z0-9]|[x0])\1*$/i.test(value);
