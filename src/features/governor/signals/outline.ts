const FIRST_BOX = 0x2500;
const TREE = new Set([...'│├└─┬╰'].map((char) => char.charCodeAt(0)));

function blanksOf(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09)) at += 1;
  return at;
}

/** Columns of white space and of a drawn tree in front; a tab counts as one. A line that holds no more has none of a tree. */
export function indentOf(text: string): number {
  const blanks = blanksOf(text, 0);
  if (!(text.charCodeAt(blanks) >= FIRST_BOX)) return blanks;
  let at = blanks;
  while (TREE.has(text.charCodeAt(at))) at = blanksOf(text, at + 1);
  return at < text.length ? at : blanks;
}

const DEEPEST = 12;

interface OutlineLine {
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** Follows the indentation of a text: which line a line stands under. Every line passes through. */
export class Outline {
  private readonly indents = new Float64Array(DEEPEST);
  private readonly lines: OutlineLine[] = [];
  private depth = 0;

  /** Call for every line that is not blank, in order; then `heading` is the one above it. */
  add(line: OutlineLine, indent: number): void {
    const { indents } = this;
    let { depth } = this;
    while (depth > 0 && (indents[depth - 1] ?? 0) >= indent) depth -= 1;
    if (depth < DEEPEST) {
      indents[depth] = indent;
      this.lines[depth] = line;
      depth += 1;
    }
    this.depth = depth;
  }

  /** The nearest earlier line with less indentation than the line added last; undefined at the margin. */
  heading(): OutlineLine | undefined {
    return this.depth < 2 ? undefined : this.lines[this.depth - 2];
  }
}
