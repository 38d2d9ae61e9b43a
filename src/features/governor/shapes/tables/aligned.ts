import type { Line } from '../../text/scan-lines.ts';
import { takeSample } from '../sample.ts';
import type { Sample, Shape, ShapeReader } from '../shape.ts';
import { Rows } from './rows.ts';

const FEWEST_ROWS = 8;
const LOOKED_ROWS = 150;
const FEWEST_COLUMNS = 3;
/** Lines in front of the names. */
const LINES_BEFORE = 8;
/** Rules of a table: `----+----`, `| --- | :-- |`, `+-----+`. */
const RULE = /^[\s|+]*[-=─:]{2,}[-=─+┼| :]*$/;
const BAR = /\s?[|│]\s?/;

/** Where each column begins; of a table with bars none. */
interface Layout {
  /** Index of the line with the names. */
  readonly header: number;
  readonly names: readonly string[];
  readonly starts: readonly number[];
}

/** Columns are divided by any blanks, the last one takes the rest. */
const WORDS: readonly number[] = [-1];

/** `||/` stands above the states of packages in what dpkg prints. */
const isName = (text: string): boolean =>
  /^(?:[\p{L}%#_][\p{L}\d%#_()/ .:-]*|\|\|\/)$/u.test(text) && text.length < 40;

/** Columns of characters in which all these lines have a blank. */
function blanksOf(lines: readonly string[], end: number): readonly boolean[] {
  const blanks = Array.from({ length: end }, () => true);
  for (const line of lines)
    for (let at = 0; at < end; at += 1) if (at < line.length && line[at] !== ' ') blanks[at] = false;
  return blanks;
}

/** Columns that blanks divide, each with a name in the header. */
function layoutAt(lines: readonly string[], header: number): Layout | undefined {
  const head = lines[header] ?? '';
  const words = [...head.matchAll(/\S+/g)];
  if (words.length < FEWEST_COLUMNS || head.includes('\t') || /\d/.test(head)) return undefined;
  const rows = lines.slice(header + 1, header + 1 + LOOKED_ROWS);
  const blank = rows.findIndex((row) => row.trim() === '');
  const body = (blank < 0 ? rows : rows.slice(0, blank)).filter((row) => !RULE.test(row));
  if (body.length < FEWEST_ROWS) return undefined;
  const lastWord = words.at(-1);
  const end = (lastWord?.index ?? 0) + (lastWord?.[0].length ?? 0);
  const blanks = blanksOf([head, ...body], end);
  const starts = [0];
  for (let at = 1; at < end; at += 1) if (blanks[at - 1] === true && blanks[at] === false) starts.push(at);
  merge(starts, head);
  const names = cut(head, starts);
  // Two names with no blank column between them: values of either column reach under the other name.
  const isMixed =
    names.some((name) => /\s{2}/.test(name) || !isName(name)) || new Set(names).size < names.length;
  if (isMixed || starts.length < FEWEST_COLUMNS) return wordLayout(header, words, body);
  // Code and prose may have a blank column by chance; not three of which most have a word in every line.
  const full = body.filter(
    (row) => cut(row, starts).filter((field) => field !== '').length > starts.length / 2,
  );
  return full.length >= body.length * 0.9 ? { header, names, starts } : undefined;
}

/** A blank column inside the values of one name divides nothing. */
function merge(starts: number[], head: string): void {
  for (let i = starts.length - 1; i > 0; i -= 1)
    if (head.slice(starts[i], starts[i + 1]).trim() === '') starts.splice(i, 1);
}

/** Names in capitals, and in each row at least as many words: as of ps. */
function wordLayout(
  header: number,
  words: readonly RegExpExecArray[],
  rows: readonly string[],
): Layout | undefined {
  const names = words.map(([word]) => word);
  if (!names.every((name) => /^[A-Z%][A-Z\d%()/_+-]*$/.test(name))) return undefined;
  const full = rows.filter((row) => row.trim().split(/\s+/).length >= names.length);
  return full.length >= rows.length * 0.9 ? { header, names, starts: WORDS } : undefined;
}

function barLayoutAt(lines: readonly string[], header: number): Layout | undefined {
  const names = cutBars(lines[header] ?? '');
  const rule = lines[header + 1] ?? '';
  if (names.length < 2 || !RULE.test(rule)) return undefined;
  const rows = lines.slice(header + 2).filter((row) => row.trim() !== '' && !RULE.test(row));
  const same = rows.filter((row) => cutBars(row).length === names.length).length;
  return same >= FEWEST_ROWS && same >= rows.length * 0.7 ? { header, names, starts: [] } : undefined;
}

const cut = (text: string, starts: readonly number[]): readonly string[] =>
  starts.map((start, i) => text.slice(start, starts[i + 1]).trim());

/** The fields between bars; a bar at either edge is a frame. */
function cutBars(text: string): readonly string[] {
  const inner = text
    .trim()
    .replace(/^[|│]\s?/, '')
    .replace(/\s?[|│]$/, '');
  return BAR.test(inner) ? inner.split(BAR).map((field) => field.trim()) : [];
}

function layoutOf({ lines }: Sample): Layout | undefined {
  for (let header = 0; header <= Math.min(LINES_BEFORE, lines.length - FEWEST_ROWS); header += 1) {
    const layout = barLayoutAt(lines, header) ?? layoutAt(lines, header);
    if (layout !== undefined) return layout;
  }
  return undefined;
}

class AlignedReader implements ShapeReader {
  private readonly layout: Layout;
  private readonly rows: Rows;

  constructor(layout: Layout) {
    this.layout = layout;
    this.rows = new Rows({ kind: 'table', names: layout.names, hasHeader: true, byForm: true });
  }

  add(line: Line, text: string): void {
    const { header, starts, names } = this.layout;
    if (line.index === header) {
      this.rows.addHeader(line);
      return;
    }
    if (text.trim() === '' || RULE.test(text)) return;
    const fields = starts.length > 0 ? this.fieldsOf(text) : cutBars(text);
    if (line.index > header && fields.length === names.length) this.rows.add(line, fields);
    else this.rows.addOther(line);
  }

  /** By position, unless a longer value has moved the others: then by blanks; empty when that fails, too. */
  private fieldsOf(text: string): readonly string[] {
    const { starts, names } = this.layout;
    if (starts === WORDS) return this.wordsOf(text);
    const isMoved = starts.some((start) => start > 0 && start <= text.length && text[start - 1] !== ' ');
    if (!isMoved) return text.length < (starts[1] ?? 0) ? [] : cut(text, starts);
    const words = text.trim().split(/\s{2,}/);
    if (words.length === names.length) return words;
    return this.wordsOf(text);
  }

  private wordsOf(text: string): readonly string[] {
    const { names } = this.layout;
    const all = text.trim().split(/\s+/);
    return all.length < names.length
      ? []
      : [...all.slice(0, names.length - 1), all.slice(names.length - 1).join(' ')];
  }

  finish(): ReturnType<ShapeReader['finish']> {
    // What people read may tell of trouble in any column.
    return { ...this.rows.finish(), isData: false };
  }
}

const NONE: Layout = { header: 0, names: [], starts: [] };

/** Tables that people read: of ps, docker, kubectl, df, npm outdated, database clients, Markdown. */
export const aligned: Shape = {
  name: 'aligned',
  recognise: (sample) => layoutOf(sample) !== undefined,
  read: (source) => new AlignedReader(layoutOf(takeSample(source)) ?? NONE),
};
