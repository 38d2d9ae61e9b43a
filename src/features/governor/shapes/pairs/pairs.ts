import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import { indentOf } from '../../signals/outline.ts';
import type { Line } from '../../text/scan-lines.ts';
import { onStarts } from '../common/on-starts.ts';
import { takeSample } from '../sample.ts';
import type { Findings, Sample, Shape, ShapeReader } from '../shape.ts';
import { Column } from '../values/column.ts';
import { describeColumn, toNotes } from '../values/describe-column.ts';
import { type Unusual, unusualIn } from '../values/unusual.ts';
import { literals, type PairStyle, yaml } from './read-pairs.ts';
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
}

class PairReader implements ShapeReader {
  private readonly columns = new Map<string, PairColumn>();
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
    const head = this.headOf(
      line,
      text,
      pairs.some(({ value }) => value !== ''),
    );
    const depth = style === yaml ? indentOf(text.replaceAll('- ', '  ')) : 0;
    const place = { line, head };
    for (const { key, value } of pairs) this.note(`${depth} ${key}`, { key, depth }, value, place);
  }

  private note(at: string, name: { key: string; depth: number }, value: string, place: Place): void {
    const known = this.columns.get(at);
    if (known === undefined && this.columns.size >= MOST_COLUMNS) return;
    const made = known ?? { ...name, column: new Column<Place>(false), first: place };
    if (known === undefined) this.columns.set(at, made);
    const here = (): Place => place;
    const number = Number(value);
    if (value === '') made.column.addKind('object', here);
    else if (/^(?:null|undefined|None|~|NaN)$/.test(value)) made.column.add('null', undefined, here);
    else if (Number.isFinite(number)) made.column.add('number', number, here);
    else made.column.add('text', value, here);
  }

  finish(): Findings {
    const all = [...this.differences()].sort((a, b) => b.weight - a.weight).slice(0, DIFFERENCES);
    const picks = all.flatMap(({ place, weight }, i): readonly Pick[] => {
      const rank = (weight > 1 ? RANK.errorDetail : RANK.shape) - i / 100;
      const line = { line: place.line, rank };
      return place.head === undefined ? [line] : [line, { line: place.head, rank: rank - 0.005 }];
    });
    const most = Math.max(0, ...[...this.columns.values()].map(({ column }) => column.count));
    const common = [...this.columns.values()].filter(({ column }) => column.count >= most / 2);
    const described = common
      .slice(0, DESCRIBED)
      .map(({ key, column }) => describeColumn(key, column, column.count));
    const notes = [
      `${this.style.name}: ${formatCount(this.lines)} lines, ${formatCount(this.columns.size)} names`,
    ];
    return { notes: most < FEWEST_RECORDS ? [] : [...notes, ...toNotes('values: ', described)], picks };
  }

  private *differences(): Generator<Unusual<Place>> {
    for (const { key, column } of this.columns.values()) yield* unusualIn(key, column);
    const depths = new Set([...this.columns.values()].map(({ depth }) => depth));
    for (const depth of depths) {
      const there = [...this.columns.values()].filter((each) => each.depth === depth);
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
