import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import { MAY_BE, quickLook } from '../../signals/quick-look.ts';
import type { Line, LineBytes } from '../../text/scan-lines.ts';
import type { Findings } from '../shape.ts';
import { Column, PLACES, type Tally, tally } from '../values/column.ts';
import { describeColumn, toNotes } from '../values/describe-column.ts';
import { rareOf, type Unusual, unusualIn } from '../values/unusual.ts';
import { decimalIn } from './decimal.ts';

const MOST_COLUMNS = 80;
const DIFFERENCES = 40;
const NAMED_DIFFERENCES = 8;
const OTHER_LINES = 24;
/** A field at which the row as a whole is looked for no more. */
const NUMBER_CHARS = 24;
/** Rows that show what the others are like. */
const SAMPLES = 6;

/** Words that stand where a value is missing. */
const NONE = new Set(['', '-', '<none>', 'NULL', 'null', 'None', 'N/A', 'n/a', 'NaN', '\\N']);

const isNumber = (text: string): boolean => {
  const first = text.charCodeAt(0);
  const mayBe = (first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x2b || first === 0x2e;
  // `12e4567` is an id.
  return (
    mayBe &&
    text.length <= NUMBER_CHARS &&
    Number.isFinite(Number(text)) &&
    (!text.includes('e') || text.includes('.'))
  );
};

const HYPHEN = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** `2026-`: neither a number nor a word that stands for none. */
function mayBeDate(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < from + 4; at += 1)
    if ((bytes[at] ?? 0) < ZERO || (bytes[at] ?? 0) > NINE) return false;
  return bytes[from + 4] === HYPHEN;
}

/** First bytes of numbers, and of the words in NONE; all others begin texts. */
const BEGINS_OTHER = Uint8Array.from({ length: 256 }, (_, code) =>
  /[-+.\d<NnA\\]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Digits stand for any: `Up 3 hours` and `Up 5 hours` are of one form. */
const formOf = (text: string): string => text.replace(/[0-9a-f]{7,}|\d+/g, '#');

function columnAt(columns: Column<Line>[], i: number, looksForTrouble: boolean): Column<Line> {
  const known = columns[i];
  if (known !== undefined) return known;
  const made = new Column<Line>(looksForTrouble);
  columns[i] = made;
  return made;
}

interface TableOptions {
  readonly kind: string;
  readonly names: readonly string[];
  /** The line with the names; undefined when there is none. */
  readonly hasHeader: boolean;
  /** Texts are compared by their form, too; for tables that people read. */
  readonly byForm: boolean;
}

/** Rows of a table of any kind: what is in its columns, and which rows differ. */
export class Rows {
  private readonly options: TableOptions;
  private readonly columns: Column<Line>[] = [];
  private readonly forms: Column<Line>[] = [];
  private readonly widths = new Map<number, Tally<Line>>();
  private width = -1;
  private widthTally: Tally<Line> = { count: 0, places: [] };
  private readonly samples: Line[] = [];
  private readonly others: Line[] = [];
  private header: Line | undefined;
  private otherCount = 0;
  private hasTrouble = false;
  private count = 0;
  private stride = 1;
  private line: Line = { index: 0, start: 0, end: 0 };
  private readonly here = (): Line => this.line;

  constructor(options: TableOptions) {
    this.options = options;
  }

  addHeader(line: Line): void {
    this.header = line;
  }

  /** A row of another width tells of an error: then all signs of trouble are looked for. */
  noteTrouble(): void {
    this.hasTrouble = true;
  }

  /** A line that is no row. */
  addOther(line: Line): void {
    this.otherCount += 1;
    if (this.others.length < OTHER_LINES) this.others.push(line);
  }

  add(line: Line, fields: readonly string[]): void {
    this.begin(line, fields.length);
    // A row of another width has its values in the wrong columns.
    if (fields.length !== this.options.names.length) return;
    const last = Math.min(fields.length, MOST_COLUMNS);
    for (let i = 0; i < last; i += 1) this.addField(i, fields[i] ?? '');
  }

  /**
   * A row of the usual width without quotes, of ASCII alone.
   * @param ends where its fields end, in bytes of the line
   */
  addPlain(line: Line, text: string, { bytes, from }: Readonly<LineBytes>, ends: Uint32Array): void {
    const width = this.options.names.length;
    this.begin(line, width);
    let start = 0;
    for (let i = 0; i < width && i < MOST_COLUMNS; i += 1) {
      const end = ends[i] ?? 0;
      const first = bytes[from + start] ?? 0;
      const column = columnAt(this.columns, i, !this.options.byForm);
      if (end === start) column.addKind('empty', this.here);
      else if (BEGINS_OTHER[first] === 1) {
        const number = decimalIn(bytes, from + start, from + end);
        if (!Number.isNaN(number)) column.add('number', number, this.here);
        else if (!this.options.byForm && mayBeDate(bytes, from + start))
          column.add('text', text.slice(start, end), this.here);
        else this.addField(i, text.slice(start, end));
      } else if (this.options.byForm || bytes[from + start + 4] === HYPHEN)
        this.addField(i, text.slice(start, end));
      else {
        const length = end - start;
        const isLooked = column.looksAt(length);
        const mayTell = isLooked && (quickLook(bytes, from + start, from + end) & MAY_BE.trouble) !== 0;
        if (column.ignores(length, mayTell)) column.addKind('text', this.here);
        else column.add('text', text.slice(start, end), this.here, mayTell);
      }
      start = end + 1;
    }
  }

  private begin(line: Line, width: number): void {
    this.line = line;
    this.count += 1;
    // Nearly all rows have the width of the one before.
    if (width !== this.width || this.widthTally.places.length < PLACES) {
      this.widthTally = tally(this.widths, width, this.here);
      this.width = width;
    } else this.widthTally.count += 1;
    if (this.count % this.stride === 0) this.sample(line);
  }

  private addField(i: number, text: string): void {
    const at = this.here;
    const column = columnAt(this.columns, i, !this.options.byForm);
    if (NONE.has(text)) column.add('empty', undefined, at);
    else if (isNumber(text)) column.add('number', Number(text), at);
    else {
      column.add('text', text, at);
      if (!this.options.byForm) return;
      const forms = columnAt(this.forms, i, false);
      if (forms.values === undefined) forms.addKind('text', at);
      else forms.add('text', formOf(text), at);
    }
  }

  private sample(line: Line): void {
    this.samples.push(line);
    if (this.samples.length <= 2 * SAMPLES) return;
    const kept = this.samples.filter((_, i) => i % 2 === 0);
    this.samples.splice(0, this.samples.length, ...kept);
    this.stride *= 2;
  }

  finish(): Findings {
    const all = [...this.differences()].sort((a, b) => b.weight - a.weight).slice(0, DIFFERENCES);
    const seen = new Set<Line>();
    const picks: Pick[] = this.others.map((line) => ({ line, rank: RANK.summary }));
    if (this.header !== undefined) picks.push({ line: this.header, rank: RANK.summary });
    for (const [i, { place, weight }] of all.entries()) {
      if (seen.has(place)) continue;
      seen.add(place);
      picks.push({ line: place, rank: (weight > 1 ? RANK.errorDetail + 2 : RANK.shape) - i / 100 });
    }
    for (const line of this.samples) picks.push({ line, rank: RANK.sample });
    return { notes: this.notes(all), picks, isData: this.otherCount <= OTHER_LINES && !this.hasTrouble };
  }

  private *differences(): Generator<Unusual<Line>> {
    const { names } = this.options;
    for (const [width, { count, places }] of this.widths) {
      if (width === names.length || count > Math.max(3, this.count * 0.05)) continue;
      for (const place of places) yield { place, why: `${width} fields`, weight: 1.5 };
    }
    for (const [i, column] of this.columns.entries()) {
      const name = names[i] ?? '';
      yield* unusualIn(name, column);
      const form = this.forms[i];
      if (form?.values === undefined || form.values.size >= (column.values?.size ?? Number.POSITIVE_INFINITY))
        continue;
      for (const [value, { count, places }] of rareOf(form.values, form.count))
        for (const place of places)
          yield { place, why: `${name} ${value}`, weight: 0.9 - count / form.count };
    }
  }

  private notes(all: readonly Unusual<Line>[]): readonly string[] {
    const { kind, names, hasHeader } = this.options;
    const others = this.otherCount === 0 ? '' : `; other lines: ${formatCount(this.otherCount)}`;
    const named = hasHeader ? '' : ' (no header)';
    const notes = [`${kind}: ${formatCount(this.count)} rows, ${names.length} columns${named}${others}`];
    const why = new Map<string, Line>();
    for (const each of all) if (!why.has(each.why)) why.set(each.why, each.place);
    const parts = [...why]
      .slice(0, NAMED_DIFFERENCES)
      .map(([text, { index }]) => `line ${index + 1}: ${text}`);
    if (parts.length > 0) notes.push(`unlike the rest: ${parts.join('; ').slice(0, 500)}`);
    const columns = this.columns.map((column, i) => {
      const name = names[i] ?? '';
      const told = describeColumn(name, column, column.count);
      const form = this.forms[i];
      return told === name && form !== undefined ? describeColumn(name, form, form.count) : told;
    });
    return [...notes, ...toNotes('columns: ', columns)];
  }
}
