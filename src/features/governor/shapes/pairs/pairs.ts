import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import { indentOf } from '../../signals/outline.ts';
import { copyOf } from '../../text/copy-of.ts';
import type { Line } from '../../text/scan-lines.ts';
import { onStarts } from '../common/on-starts.ts';
import { takeSample } from '../sample.ts';
import type { Findings, Sample, Shape, ShapeReader } from '../shape.ts';
import { Column } from '../values/column.ts';
import { describeColumn, toNotes } from '../values/describe-column.ts';
import { type Unusual, unusualIn } from '../values/unusual.ts';
import { literals, type Pair, type PairStyle, yaml } from './read-pairs.ts';
import type { HeadFinder } from './record-heads.ts';

/** Names that are looked at, and differences that are shown. */
const MOST_COLUMNS = 400;
const DIFFERENCES = 30;
/** Of names that stand in so many records one in very few is an exception; of more such ones none is. */
const FEWEST_RECORDS = 8;
const RARE_SHARE = 0.02;
const MOST_RARE = 8;
/** Columns that are described. */
const DESCRIBED = 16;

/** A line, and the one by which the reader finds which record it is of. */
interface Place {
  readonly line: Line;
  readonly head: Line | undefined;
}

interface PairColumn {
  readonly key: string;
  /** Names of one depth are compared with each other. */
  readonly depth: number;
  readonly column: Column<Place>;
  readonly first: Place;
  /** What followed it last: names mostly come in one order. */
  next: PairColumn | undefined;
}

const NOTHING = new Set(['null', 'undefined', 'None', '~', 'NaN']);
/** A longer one is an id. */
const NUMBER_CHARS = 16;
const isNumber = (value: string): boolean =>
  value.length <= NUMBER_CHARS && value.charCodeAt(0) <= 0x39 && Number.isFinite(Number(value));
const hasValue = (pairs: readonly Pair[]): boolean => pairs.some(({ value }) => value !== '');
/** Where the name begins, hyphens of a list left aside. */
function keyDepth(text: string): number {
  const indent = indentOf(text);
  return text.startsWith('- ', indent) ? indentOf(text.replaceAll('- ', '  ')) : indent;
}

class PairReader implements ShapeReader {
  private readonly columns: PairColumn[] = [];
  private readonly byDepth: Map<string, PairColumn>[] = [];
  private line: Line = { index: 0, start: 0, end: 0 };
  private head: Line | undefined;
  private last: PairColumn | undefined;
  private readonly here = (): Place => ({ line: this.line, head: this.head });
  private readonly style: PairStyle;
  private readonly headOf: HeadFinder;
  private lines = 0;

  constructor(style: PairStyle) {
    this.style = style;
    this.headOf = style.makeHeads();
  }

  add(line: Line, text: string): void {
    const { style } = this;
    this.lines += 1;
    const pairs = style.pairsIn(text);
    this.line = line;
    this.head = this.headOf(line, text, hasValue(pairs));
    const depth = style === yaml ? keyDepth(text) : 0;
    for (const { key, value } of pairs) this.note(depth, key, value);
  }

  private note(depth: number, key: string, value: string): void {
    const column = this.columnOf(depth, key);
    if (column === undefined) return;
    const { here } = this;
    if (value === '') column.addKind('object', here);
    else if (isNumber(value)) column.add('number', Number(value), here);
    else if (NOTHING.has(value)) column.add('null', undefined, here);
    else column.add('text', value, here);
  }

  private columnOf(depth: number, key: string): Column<Place> | undefined {
    const next = this.last?.next;
    const isNext = next !== undefined && next.depth === depth && next.key === key;
    const column = isNext ? next : this.known(depth, key);
    if (this.last !== undefined && column !== undefined) this.last.next = column;
    this.last = column;
    return column?.column;
  }

  private known(depth: number, key: string): PairColumn | undefined {
    const keys = this.byDepth[depth] ?? new Map<string, PairColumn>();
    this.byDepth[depth] = keys;
    const known = keys.get(key);
    if (known !== undefined || this.columns.length >= MOST_COLUMNS) return known;
    const column = new Column<Place>(false);
    const made: PairColumn = { key: copyOf(key), depth, column, first: this.here(), next: undefined };
    keys.set(made.key, made);
    this.columns.push(made);
    return made;
  }

  finish(): Findings {
    const all = [...this.differences()].sort((a, b) => b.weight - a.weight).slice(0, DIFFERENCES);
    const picks = all.flatMap(({ place, weight }, i): readonly Pick[] => {
      const rank = (weight > 1 ? RANK.errorDetail : RANK.shape) - i / 100;
      const line = { line: place.line, rank };
      return place.head === undefined ? [line] : [line, { line: place.head, rank: rank - 0.005 }];
    });
    const most = Math.max(0, ...this.columns.map(({ column }) => column.count));
    const common = this.columns.filter(({ column }) => column.count >= most / 2);
    const described = common
      .slice(0, DESCRIBED)
      .map(({ key, column }) => describeColumn(key, column, column.count));
    const notes = [
      `${this.style.name}: ${formatCount(this.lines)} lines, ${formatCount(this.columns.length)} names`,
    ];
    return { notes: most < FEWEST_RECORDS ? [] : [...notes, ...toNotes('values: ', described)], picks };
  }

  private *differences(): Generator<Unusual<Place>> {
    for (const { key, column } of this.columns) yield* unusualIn(key, column);
    const depths = new Set(this.columns.map(({ depth }) => depth));
    for (const depth of depths) {
      const there = this.columns.filter((each) => each.depth === depth);
      const most = Math.max(...there.map(({ column }) => column.count));
      const rare = there.filter(({ column }) => column.count <= Math.max(1, most * RARE_SHARE));
      if (most < FEWEST_RECORDS || rare.length > MOST_RARE) continue;
      for (const { key, first } of rare) yield { place: first, why: `only here: ${key}`, weight: 0.95 };
    }
  }
}

const FEWEST_LINES = 30;
const PART_SHARE = 0.95;
const PAIR_SHARE = 0.4;

function styleOf({ lines }: Sample): PairStyle | undefined {
  const full = lines.filter((line) => line.trim() !== '');
  if (full.length < FEWEST_LINES) return undefined;
  return [literals, yaml].find(({ isPart, pairsIn }) => {
    const parts = full.filter(isPart).length;
    const pairs = full.filter((line) => pairsIn(line).length > 0).length;
    return parts >= full.length * PART_SHARE && pairs >= full.length * PAIR_SHARE;
  });
}

/** Names and their values on lines: of console.log and print, of configurations and API descriptions in YAML. */
export const pairs: Shape = {
  name: 'pairs',
  recognise: (sample) => styleOf(sample) !== undefined,
  read: (source) => onStarts(new PairReader(styleOf(takeSample(source)) ?? yaml)),
};
