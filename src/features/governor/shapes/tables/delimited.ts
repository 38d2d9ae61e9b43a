import type { Line, LineBytes } from '../../text/scan-lines.ts';
import { takeSample } from '../sample.ts';
import type { Sample, Shape, ShapeReader } from '../shape.ts';
import { tellsTrouble } from '../tells-trouble.ts';
import { splitRow } from './fields.ts';
import { Rows } from './rows.ts';

const KINDS: readonly (readonly [delimiter: string, kind: string])[] = [
  ['\t', 'TSV'],
  [',', 'CSV'],
  [';', 'CSV with semicolons'],
  ['|', 'table with bars'],
];
const FEWEST_ROWS = 8;
const LOOKED_ROWS = 120;
const SAME_WIDTH_SHARE = 0.9;
/** Lines in front of the table, and a quoted field over more lines than this is none. */
const LINES_BEFORE = 3;
const OPEN_LINES = 60;
const NAME_CHARS = 60;
const QUOTE = 0x22;
const RETURN = 0x0d;

/** How a text is divided; `first` is its first row. */
interface Division {
  readonly delimiter: string;
  readonly kind: string;
  readonly width: number;
  readonly first: number;
  /** Empty when there is no line with names. */
  readonly names: readonly string[];
}

/** Rows of the sample, those whose quotes close in one line. */
const rowsOf = (lines: readonly string[], delimiter: string): readonly (readonly string[])[] =>
  lines
    .filter((line) => line.trim() !== '')
    .slice(0, LOOKED_ROWS)
    .map((line) => splitRow(line, delimiter).fields);

const isName = (text: string): boolean =>
  text.length > 0 && text.length <= NAME_CHARS && /^[\p{L}_#$ "(]/u.test(text) && !/[{};=<>]/.test(text);

/** Numbers, dates, ids, short words: what prose with commas does not have in every column. */
const isValue = (text: string): boolean => text.length <= 200 && !/^ \S+ \S+ \S+ \S/.test(text);

function divide(lines: readonly string[], delimiter: string, kind: string): Division | undefined {
  const rows = rowsOf(lines, delimiter);
  if (rows.length < FEWEST_ROWS) return undefined;
  const widths = new Map<number, number>();
  for (const { length } of rows) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [width = 0, count = 0] = [...widths].sort((a, b) => b[1] - a[1])[0] ?? [];
  const isWide = width >= 3 || (width === 2 && count === rows.length && delimiter !== '|');
  if (!isWide || count < rows.length * SAME_WIDTH_SHARE) return undefined;
  const first = rows.findIndex((row) => row.length === width);
  if (first > LINES_BEFORE) return undefined;
  const same = rows.filter((row) => row.length === width);
  const header = same[0] ?? [];
  const hasNames = header.every(isName) && new Set(header).size === width && differs(header, same.slice(1));
  const cells = same.slice(1).flat();
  if (cells.filter(isValue).length < cells.length * 0.95) return undefined;
  // Without names the columns have to show that they are columns: by a number or a date in each row of one.
  // Two columns without names are a count beside a text: `du`, `wc`, `uniq -c`.
  if (!hasNames && (width === 2 || !hasNumbers(same, width))) return undefined;
  return { delimiter, kind, width, first, names: hasNames ? header : [] };
}

/** A header has no digits first, where some column has them in nearly all rows; or no name occurs as a value. */
function differs(header: readonly string[], rows: readonly (readonly string[])[]): boolean {
  return rows.every((row) => row.filter((cell, i) => cell === header[i]).length <= header.length / 2);
}

function hasNumbers(rows: readonly (readonly string[])[], width: number): boolean {
  for (let i = 0; i < width; i += 1)
    if (rows.filter((row) => /^\s*"?[-+]?\d/.test(row[i] ?? '')).length > rows.length * 0.95) return true;
  return false;
}

function divisionOf({ lines }: Sample): Division | undefined {
  for (const [delimiter, kind] of KINDS) {
    if (!(lines[1] ?? '').includes(delimiter) && !(lines[4] ?? '').includes(delimiter)) continue;
    const division = divide(lines, delimiter, kind);
    if (division !== undefined && !isBoxed(lines)) return division;
  }
  return undefined;
}

/** Rules between rows: an aligned table of a database client. */
const isBoxed = (lines: readonly string[]): boolean =>
  lines.slice(0, 8).some((line) => /^\s*[|+]?[-=:]{3,}[-=+|: ]*$/.test(line));

class DelimitedReader implements ShapeReader {
  private readonly division: Division;
  private readonly rows: Rows;
  private isBegun = false;
  private readonly ends: Uint32Array;
  /** Of the delimiter. */
  private readonly code: number;
  private open: { readonly line: Line; text: string; lines: number } | undefined;

  constructor(division: Division) {
    const { names, width, kind } = division;
    this.division = division;
    this.ends = new Uint32Array(width);
    this.code = division.delimiter.charCodeAt(0);
    this.rows = new Rows({
      kind,
      hasHeader: names.length > 0,
      names: names.length > 0 ? names : Array.from({ length: width }, (_, i) => `#${i + 1}`),
      byForm: false,
    });
  }

  add(line: Line, text: string, place: Readonly<LineBytes>): void {
    const { open } = this;
    if (open === undefined && this.isBegun && this.isPlain(text, place)) {
      this.rows.addPlain(line, text, place, this.ends);
      return;
    }
    const all = open === undefined ? text : `${open.text}\n${text}`;
    const { fields, isOpen } = splitRow(all, this.division.delimiter);
    if (isOpen && (open?.lines ?? 0) < OPEN_LINES) {
      if (open === undefined) this.open = { line, text, lines: 1 };
      else {
        open.text = all;
        open.lines += 1;
      }
      return;
    }
    this.open = undefined;
    this.row(open?.line ?? line, fields);
    if (fields.length !== this.division.width && tellsTrouble(text)) this.rows.noteTrouble();
  }

  /** True for a row of ASCII without quotes whose width is the usual one; then `ends` says where its fields end. */
  private isPlain(text: string, { bytes, from, to }: Readonly<LineBytes>): boolean {
    if (text.length !== to - from) return false;
    const { ends, code } = this;
    const last = ends.length - 1;
    let count = 0;
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) return false;
      if (byte !== code) continue;
      if (count === last) return false;
      ends[count] = at - from;
      count += 1;
    }
    ends[count] = to - from - (bytes[to - 1] === RETURN ? 1 : 0);
    return count === last && last > 0;
  }

  private row(line: Line, fields: readonly string[]): void {
    const { width, names } = this.division;
    const isBlank = fields.length === 1 && (fields[0] ?? '').trim() === '';
    if (!this.isBegun) {
      if (fields.length !== width) {
        if (!isBlank) this.rows.addOther(line);
        return;
      }
      this.isBegun = true;
      if (names.length > 0) {
        this.rows.addHeader(line);
        return;
      }
    }
    if (!isBlank) this.rows.add(line, fields);
  }

  finish(): ReturnType<ShapeReader['finish']> {
    return this.rows.finish();
  }
}

const NONE: Division = { delimiter: ',', kind: 'CSV', width: 1, first: 0, names: [] };

/** CSV, TSV and the like. */
export const delimited: Shape = {
  name: 'delimited',
  isMostlyData: true,
  recognise: (sample) => divisionOf(sample) !== undefined,
  read: (source) => new DelimitedReader(divisionOf(takeSample(source)) ?? NONE),
};
