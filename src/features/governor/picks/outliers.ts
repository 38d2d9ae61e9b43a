import type { Line } from '../text/scan-lines.ts';
import { type Pick, RANK } from './pick.ts';

/** A text of fewer lines, or of more kinds of lines, has no rule that a line could be an exception to. */
const FEWEST_LINES = 60;
const MOST_KINDS = 400;
const KIND_SHARE = 0.15;
/** A kind is rare up to so many lines, or this share of all. */
const RARE = 2;
const RARE_SHARE = 0.001;
const KEPT = 24;
/** Only the start of a line decides what kind it is. */
const LOOKED_BYTES = 120;

const LETTER = 1;
const DIGIT = 2;
const SPACE = 3;

/** By byte: bytes of characters beyond ASCII are letters. */
const CLASSES = Uint8Array.from({ length: 256 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (code > 0x7f || /[a-z_]/i.test(char)) return LETTER;
  if (/\d/.test(char)) return DIGIT;
  return code === 0x20 || code === 0x09 ? SPACE : code;
});

/** A number for the form of a line: runs of letters, digits and blanks each as one, other characters as they are. */
function formOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  let before = 0;
  const end = Math.min(to, from + LOOKED_BYTES);
  for (let at = from; at < end; at += 1) {
    const kind = CLASSES[bytes[at] ?? 0] ?? 0;
    if (kind === before && kind <= SPACE) continue;
    // Letters and digits mixed are one run: a hex id is longer or shorter by chance.
    if (kind === DIGIT && before === LETTER) continue;
    if (kind === LETTER && before === DIGIT) {
      before = LETTER;
      continue;
    }
    before = kind;
    hash = Math.imul(hash ^ kind, 0x01000193);
  }
  return hash;
}

interface Kind {
  count: number;
  readonly first: Line;
  second: Line | undefined;
}

/** Finds the few lines of a text whose form is unlike the form of all the many others. */
export class Outliers {
  private readonly kinds = new Map<number, Kind>();
  private form = 0;
  private kind: Kind | undefined;
  private total = 0;

  add(line: Line, bytes: Uint8Array, from: number, to: number): void {
    if (from === to || this.kinds.size > MOST_KINDS) return;
    this.total += 1;
    const form = formOf(bytes, from, to);
    // Lines of one form often follow each other.
    const kind = form === this.form ? this.kind : this.kinds.get(form);
    this.form = form;
    this.kind = kind;
    if (kind === undefined) {
      this.kind = { count: 1, first: line, second: undefined };
      this.kinds.set(form, this.kind);
      return;
    }
    kind.count += 1;
    if (kind.count === 2) kind.second = line;
  }

  /** Nothing when the text follows no rule. */
  *picks(): Generator<Pick> {
    const { total, kinds } = this;
    if (total < FEWEST_LINES || kinds.size > Math.min(MOST_KINDS, total * KIND_SHARE)) return;
    const limit = Math.max(RARE, total * RARE_SHARE);
    const rare = [...kinds.values()].filter(({ count }) => count <= limit).slice(0, KEPT);
    for (const { count, first, second } of rare) {
      const rank = RANK.outlier - count / (limit + 1);
      yield { line: first, rank };
      if (second !== undefined && count === RARE) yield { line: second, rank };
    }
  }
}
