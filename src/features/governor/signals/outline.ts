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

/** Follows the indentation of a text: which line a line stands under. Numbers only, since every line passes through. */
export class Outline {
  private readonly indents: number[] = [];
  private readonly indices: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  /** Call for every line that is not blank, in order; then `heading` is the one above it. */
  add(index: number, start: number, end: number, indent: number): void {
    while (this.indents.length > 0 && (this.indents.at(-1) ?? 0) >= indent) this.pop();
    if (this.indents.length >= DEEPEST) return;
    this.indents.push(indent);
    this.indices.push(index);
    this.starts.push(start);
    this.ends.push(end);
  }

  /** The nearest earlier line with less indentation than the line added last; undefined at the margin. */
  heading(): { readonly index: number; readonly start: number; readonly end: number } | undefined {
    const at = this.indices.length - 2;
    const index = this.indices[at];
    if (index === undefined) return undefined;
    return { index, start: this.starts[at] ?? 0, end: this.ends[at] ?? 0 };
  }

  private pop(): void {
    for (const list of [this.indents, this.indices, this.starts, this.ends]) list.pop();
  }
}
