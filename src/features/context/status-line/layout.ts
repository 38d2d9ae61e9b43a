/** One part of the line; `short` stands in its place where there is little room. */
export interface Part {
  readonly text: string;
  readonly short?: string;
  readonly colour?: 'yellow' | 'red';
}

const BETWEEN = ' · ';
const CODES = { yellow: 33, red: 31 } as const;

/** Characters from here on are mostly as wide as two. */
const FIRST_WIDE = 0x1100;
/** Drawn as one column, though they come later: dashes, bars, ellipsis. */
const NARROW = /[\u2000-\u27bf]/;

const widthOf = (text: string): number =>
  [...text].reduce((sum, c) => sum + ((c.codePointAt(0) ?? 0) >= FIRST_WIDE && !NARROW.test(c) ? 2 : 1), 0);

const lineWidth = (parts: readonly Part[]): number =>
  parts.reduce((sum, { text }) => sum + widthOf(text), 0) + BETWEEN.length * Math.max(0, parts.length - 1);

function cut(text: string, columns: number): string {
  let shown = '';
  for (const c of text) {
    if (widthOf(shown) + widthOf(c) + 1 > columns) return `${shown}…`;
    shown += c;
  }
  return shown;
}

/**
 * The parts in one line of at most `columns`: the short forms first, then without the last parts, then cut. Colours only
 * where `isColoured`. Empty for no parts.
 */
export function layOut(parts: readonly Part[], columns: number, isColoured: boolean): string {
  let fitting = parts;
  if (lineWidth(fitting) > columns)
    fitting = fitting.map((part) => ({ ...part, text: part.short ?? part.text }));
  while (fitting.length > 1 && lineWidth(fitting) > columns) fitting = fitting.slice(0, -1);
  return fitting
    .map(({ text, colour }) => {
      const shown = widthOf(text) > columns ? cut(text, columns) : text;
      return colour !== undefined && isColoured ? `\u001b[${CODES[colour]}m${shown}\u001b[0m` : shown;
    })
    .join(BETWEEN);
}
