import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import type { ByteSource } from '../../text/byte-source.ts';
import type { Line } from '../../text/scan-lines.ts';
import { LineIndex } from '../line-index.ts';
import { RangePicks } from '../range-picks.ts';
import type { Findings, Sample, Shape, ShapeReader } from '../shape.ts';
import { Column } from '../values/column.ts';
import { describeColumn, toNotes } from '../values/describe-column.ts';
import { isTroubleValue, unusualIn } from '../values/unusual.ts';
import { scanMarkup, type Token } from './scan-markup.ts';

const BEGINS = /^(?:\ufeff)?\s*(?:<\?xml\b|<!doctype (?!html)|<[a-z][\w.-]*(?::[\w.-]+)?(?:\s[^<>]*)?\/?>)/i;
const FEWEST_TAGS = 8;
const LINES_BEFORE = 20;
/** Elements that tell of something that went wrong; of other names only their end counts. */
const TROUBLE_TAG =
  /^(?:failure|error|fault|exception|rerunfailure|flakyfailure|problem|violation|.*:fault|.*(?:error|exception))$/;
/** Elements that count what happened. */
const SUMMARY_TAG =
  /^(?:testsuites|testrun|assembl(?:y|ies)|coverage|counters|resultsummary|summary|report)$/;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const MOST_COLUMNS = 400;
const TAG_BYTES = 2_000;
const TROUBLES = 60;
const DETAIL_BYTES = 500;
const VALUE_BYTES = 100;
const DEEPEST = 200;
const MARK_BYTES = 24;
const SUITES = 12;
const ELEMENTS_NAMED = 10;

/** An element; `to` is behind its opening tag until it is closed, then behind the closing one. */
interface Element {
  readonly name: string;
  readonly from: number;
  readonly tagTo: number;
  to: number;
  readonly parent: Element | undefined;
  isTrouble: boolean;
}

interface TagKind {
  readonly isTroubleTag: boolean;
  readonly isSummaryTag: boolean;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** An element up to here is shown with the one it stands in. */
const RECORD_BYTES = 420;
const recordOf = (element: Element): Range => {
  const { parent } = element;
  const isSmall = parent !== undefined && parent.to - parent.from <= RECORD_BYTES && parent.to > element.to;
  if (isSmall) return parent;
  return element.to - element.from <= RECORD_BYTES ? element : { from: element.from, to: element.tagTo };
};
/** Elements of one name that are kept as examples. */
const EXAMPLES = 12;

class XmlReader implements ShapeReader {
  private readonly source: ByteSource;
  private readonly lines: LineIndex;
  private readonly ranges: RangePicks;
  private readonly before: Pick[] = [];
  private begin = -1;
  private readonly counts = new Map<string, number>();
  private readonly kinds = new Map<string, TagKind>();
  private element: Element = { name: '', from: 0, tagTo: 0, to: 0, parent: undefined, isTrouble: false };
  private readonly here = (): Element => this.element;
  private readonly columns = new Map<string, Column<Element>>();
  private readonly picks: Pick[] = [];
  /** Open elements, the outermost first, with where their tags lie. */
  private readonly open: Element[] = [];
  private readonly examples = new Map<string, Element[]>();
  private readonly troubled: Element[] = [];
  private text: Token | undefined;
  private troubles = 0;
  private suites = 0;

  constructor(source: ByteSource) {
    this.source = source;
    this.lines = new LineIndex(source);
    this.ranges = new RangePicks(this.lines);
  }

  add(line: Line, text: string): void {
    this.lines.add(line);
    if (this.begin >= 0) return;
    if (/^(?:\ufeff)?\s*</.test(text)) this.begin = line.start;
    else if (text.trim() !== '') this.before.push({ line, rank: RANK.summary });
  }

  finish(): Findings {
    for (const token of scanMarkup(this.source, Math.max(0, this.begin), false)) this.token(token);
    const elements = [...this.counts].sort((a, b) => b[1] - a[1]);
    const named = elements.slice(0, ELEMENTS_NAMED).map(([name, count]) => `${name} ×${formatCount(count)}`);
    const unusual = [...this.columns].flatMap(([name, column]) => unusualIn(name, column));
    unusual.sort((a, b) => b.weight - a.weight);
    for (const [i, { place, weight }] of unusual.slice(0, 30).entries())
      this.show(recordOf(place), (weight > 1 ? RANK.errorDetail - 1 : RANK.shape) - i / 100);
    for (const element of this.troubled) this.show(recordOf(element), RANK.shape);
    this.showExamples();
    const troubles = [...this.counts].filter(([name]) => TROUBLE_TAG.test(name));
    const count = troubles.map(([name, n]) => `${name} ×${formatCount(n)}`).join(', ');
    const why = [...new Set(unusual.map((each) => each.why))].slice(0, 8);
    const columns = [...this.columns]
      .filter(([, column]) => column.count > 1)
      .map(([name, column]) => describeColumn(name, column, column.count));
    return {
      notes: [
        `XML: ${named.join(', ')}${count === '' ? '' : `; of trouble: ${count}`}`,
        ...(why.length > 0 ? [`unlike the rest: ${why.join('; ').slice(0, 400)}`] : []),
        ...toNotes('', columns).slice(0, 3),
      ],
      picks: [...this.before, ...this.picks],
      isData: true,
    };
  }

  private token(token: Token): void {
    if (token.kind === 'text') this.text = token;
    else if (token.kind === 'close') this.close(token);
    else this.begun(token);
  }

  private begun({ name, from, to }: Token): void {
    this.text = undefined;
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    // Most tags are a name and no more.
    const isBare = to - from === name.length + 2;
    const tag = isBare ? '' : this.source.read(from, Math.min(to, from + TAG_BYTES)).toString('utf8');
    const { isTroubleTag, isSummaryTag } = this.kindOf(name);
    const isTrouble = isTroubleTag && this.troubles < TROUBLES;
    const element: Element = { name, from, tagTo: to, to, parent: this.open.at(-1), isTrouble };
    ATTRIBUTE.lastIndex = 0;
    for (let found = isBare ? null : ATTRIBUTE.exec(tag); found !== null; found = ATTRIBUTE.exec(tag))
      this.value(`${name}@${found[1] ?? ''}`, found[2] ?? found[3] ?? '', element);
    if (isSummaryTag) this.show(element, RANK.summary);
    else if (name === 'testsuite' && /\b(?:failures|errors)="[1-9]/.test(tag) && this.suites < SUITES) {
      this.suites += 1;
      this.show(element, RANK.errorDetail);
    }
    this.example(element);
    if (tag.endsWith('/>')) this.ended(element);
    else if (this.open.length < DEEPEST) this.open.push(element);
  }

  /** What a name tells; looked at once for most. */
  private kindOf(name: string): TagKind {
    const known = this.kinds.get(name);
    if (known !== undefined) return known;
    const made = { isTroubleTag: TROUBLE_TAG.test(name), isSummaryTag: SUMMARY_TAG.test(name) };
    if (this.kinds.size < MOST_COLUMNS) this.kinds.set(name, made);
    return made;
  }

  private close({ name, to }: Token): void {
    const { text } = this;
    this.text = undefined;
    const isLast = this.open.at(-1)?.name === name;
    const at = isLast ? this.open.length - 1 : this.open.findLastIndex((each) => each.name === name);
    const element = this.open[at];
    if (element === undefined) return;
    this.open.length = at;
    element.to = to;
    this.ended(element);
    if (text === undefined || text.from < element.tagTo) return;
    const bytes = this.source.read(text.from, Math.min(text.to, text.from + VALUE_BYTES));
    this.value(name, bytes.toString('utf8').trim(), element);
  }

  private example(element: Element): void {
    const kept = this.examples.get(element.name) ?? [];
    if (kept.length >= EXAMPLES || (kept.length === 0 && this.examples.size >= MOST_COLUMNS)) return;
    kept.push(element);
    this.examples.set(element.name, kept);
  }

  /** Of the elements that there are many of, the outermost: its first ones. */
  private showExamples(): void {
    const many = [...this.examples.values()].filter(
      ([first, second]) => second !== undefined && first !== undefined && first.to - first.from > MARK_BYTES,
    );
    for (const element of many[0] ?? [])
      this.show({ from: element.from, to: Math.min(element.to, element.from + RECORD_BYTES) }, RANK.sample);
  }

  private value(name: string, text: string, element: Element): void {
    const known = this.columns.get(name);
    if (known === undefined && this.columns.size >= MOST_COLUMNS) return;
    const column = known ?? new Column<Element>();
    if (known === undefined) this.columns.set(name, column);
    const at = this.here;
    this.element = element;
    const isNumber = /^-?\d+(?:\.\d+)?$/.test(text) && text.length < 16;
    if (text === '') column.add('empty', undefined, at);
    else column.add(isNumber ? 'number' : 'text', isNumber ? Number(text) : text, at);
    const isWord = !isNumber && isTroubleValue(text) && !name.includes('@name') && !name.includes('@type');
    if (isWord && this.troubled.length < TROUBLES) this.troubled.push(element);
  }

  /** A failure is shown with its text, and the tag of the element around it, which says where. */
  private ended({ isTrouble, from, to, parent }: Element): void {
    if (!isTrouble) return;
    this.troubles += 1;
    const rank = this.troubles <= 8 ? RANK.error : RANK.moreErrors;
    if (parent !== undefined) this.show({ from: parent.from, to: parent.tagTo }, rank);
    this.show({ from, to: Math.min(to, from + DETAIL_BYTES) }, rank);
  }

  private show({ from, to }: Range, rank: number): void {
    this.picks.push(...this.ranges.range(from, Math.min(to, from + TAG_BYTES), rank));
  }
}

function recognise({ lines, head }: Sample): boolean {
  const first = lines.findIndex((line) => BEGINS.test(line));
  if (first < 0 || first > LINES_BEFORE || /<html\b/i.test(head.slice(0, 1000))) return false;
  const tags = head.match(/<\/?[a-z][\w:.-]*(?:\s[^<>]*)?>/gi) ?? [];
  return tags.length >= FEWEST_TAGS && tags.join('').length > head.length * 0.2;
}

/** XML: failures and errors first, counts of elements, values that differ. */
export const xml: Shape = {
  name: 'xml',
  isMostlyData: true,
  recognise,
  read: (source) => new XmlReader(source),
};
