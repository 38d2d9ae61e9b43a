import { parseJson } from '#core/json.ts';
import type { Pick } from '../../picks/pick.ts';
import { type ByteSource, bufferSource } from '../../text/byte-source.ts';
import { LineIndex } from '../line-index.ts';
import type { Sample, Shape, ShapeReader } from '../shape.ts';
import type { Unusual } from '../values/unusual.ts';
import { describeJson } from './describe-json.ts';
import { differencesIn, nameOf } from './differences.ts';
import { JSON_RANK, JsonPicks } from './pick-json.ts';
import { type JsonScan, JsonScanner } from './scan-json.ts';
import { type Node, Tree } from './tree.ts';
import { type Place, type Unit, unitText } from './unit.ts';

/** Lines of other text in front of the first document that are looked past. */
const LINES_BEFORE = 60;
const FEWEST_BYTES = 200;
/** Less of a text is an example in a text of another kind. */
const JSON_SHARE = 0.6;
const DIFFERENCES = 40;
const NAMED_DIFFERENCES = 8;
const MOST_OTHER_LINES = 60;
const SAMPLES = 4;
/** Where all is one line, no first and last lines fill the budget. */
const SAMPLES_OF_A_LINE = 14;
/** Names of records of a log: there signs of trouble are what the reader is after. */
const LOG_KEYS = ['level', 'severity', 'msg', 'message', 'lvl', 'log', 'Action'];
const BEGINS = /^\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[[{"\]]|-?\d|null|true|false|$))/;

/** What a scan found, with the places that tell most. */
interface Read {
  readonly scan: JsonScan;
  readonly tree: Tree;
  readonly samples: readonly Unit[];
}

function readAll(source: ByteSource): Read & { readonly hasFailed: boolean } {
  const tree = new Tree();
  const samples: Unit[] = [];
  let stride = 1;
  let units = 0;
  const scanner = new JsonScanner((unit) => {
    const value = parseJson(unitText(unit, source));
    if (value === undefined) return;
    tree.add(unit, value);
    // Evenly over the text, however long it turns out to be.
    if (units % stride === 0) samples.push(unit);
    units += 1;
    if (samples.length <= 2 * SAMPLES_OF_A_LINE) return;
    samples.splice(0, samples.length, ...samples.filter((_, i) => i % 2 === 0));
    stride *= 2;
  }, source);
  const scan = scanner.scan(source);
  return { scan, tree, samples, hasFailed: scanner.hasFailed };
}

function isLog({ root }: Tree, documents: number): boolean {
  if (documents < 2) return false;
  const keys = root.elements?.keys;
  return keys !== undefined && LOG_KEYS.some((key) => keys.has(key));
}

/** Strangest first, each place and each reason not too often. */
function strangest(root: Node): readonly Unusual<Place>[] {
  return [...differencesIn(root, '')].sort((a, b) => b.weight - a.weight).slice(0, DIFFERENCES);
}

function label({ unit, path }: Place): string {
  const isRun = unit.kind === 'list';
  const steps = path.map((step, i) =>
    isRun && i === 0 && typeof step === 'number' ? step + unit.first : step,
  );
  // The number of the document matters where there are several.
  const base = unit.base[0] === 0 ? unit.base.slice(1) : unit.base;
  return nameOf([...base, ...steps].slice(0, -1));
}

function differenceNote(all: readonly Unusual<Place>[]): string {
  const seen = new Set<string>();
  const parts: string[] = [];
  for (const { place, why } of all) {
    if (seen.has(why) || parts.length >= NAMED_DIFFERENCES) continue;
    seen.add(why);
    parts.push(`${label(place)} ${why}`.trim().slice(0, 120));
  }
  return parts.length === 0 ? '' : `unlike the rest: ${parts.join('; ')}`;
}

function picksOf(read: Read, all: readonly Unusual<Place>[], picks: JsonPicks): readonly Pick[] {
  const { scan, samples } = read;
  const first = samples[0];
  const out: Pick[] = [...picks.others(scan.otherLines)];
  if (first !== undefined) out.push(...picks.example(first, JSON_RANK.first));
  for (const [i, { place, weight }] of all.entries())
    out.push(...picks.show(place, (weight > 1 ? JSON_RANK.trouble : JSON_RANK.difference) - i / 100));
  // The first few are the widest apart.
  const step = Math.max(1, Math.floor(samples.length / (picks.isOneLine ? SAMPLES_OF_A_LINE : SAMPLES)));
  for (const [i, unit] of samples.entries()) {
    if (i > 0 && i % step === 0) out.push(...picks.example(unit, JSON_RANK.sample));
    out.push(...picks.names(unit, JSON_RANK.sample + 1));
  }
  const last = samples.at(-1);
  if (picks.isOneLine && first !== undefined && last !== undefined)
    out.push(...picks.ends(first.from, last.to));
  return out;
}

class JsonReader implements ShapeReader {
  private readonly source: ByteSource;
  private readonly lines: LineIndex;

  constructor(source: ByteSource) {
    this.source = source;
    this.lines = new LineIndex(source);
  }

  add(line: { index: number; start: number; end: number }): void {
    this.lines.add(line);
  }

  finish(): ReturnType<ShapeReader['finish']> {
    const read = readAll(this.source);
    const { scan, tree } = read;
    if (read.hasFailed || scan.jsonBytes < this.source.size * JSON_SHARE) return { notes: [], picks: [] };
    const all = strangest(tree.root);
    const [headline = '', ...columns] = describeJson(tree.root, scan);
    const others = scan.otherCount === 0 ? '' : `; other lines: ${scan.otherCount}`;
    return {
      notes: [headline + others, differenceNote(all), ...columns].filter((note) => note !== ''),
      picks: picksOf(read, all, new JsonPicks(this.source, this.lines)),
      isData: scan.otherCount <= MOST_OTHER_LINES && !isLog(tree, scan.documents),
    };
  }
}

/** True when what begins at the first line that may begin JSON is JSON as far as the head goes. */
function recognise({ head }: Sample): boolean {
  let at = 0;
  for (let line = 0; line < LINES_BEFORE && at < head.length; line += 1) {
    const feed = head.indexOf('\n', at);
    const end = feed < 0 ? head.length : feed;
    if (BEGINS.test(head.slice(at, Math.min(end, at + 200)))) {
      const bytes = Buffer.from(head.slice(at));
      const { jsonBytes } = new JsonScanner(() => undefined, bufferSource(bytes)).scan(bufferSource(bytes));
      if (jsonBytes >= FEWEST_BYTES && jsonBytes > bytes.length * JSON_SHARE) return true;
    }
    at = end + 1;
  }
  return false;
}

/** JSON documents, pretty or one to a line, with a few lines of other text around them. */
export const json: Shape = {
  name: 'json',
  isMostlyData: true,
  recognise,
  read: (source) => new JsonReader(source),
};
