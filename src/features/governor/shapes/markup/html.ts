import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import { MAY_BE, quickLook } from '../../signals/quick-look.ts';
import type { ByteSource } from '../../text/byte-source.ts';
import type { Line } from '../../text/scan-lines.ts';
import { isKeyLine } from '../dialogues/key-lines.ts';
import { LineIndex } from '../line-index.ts';
import { RangePicks } from '../range-picks.ts';
import type { Findings, Sample, Shape, ShapeReader } from '../shape.ts';
import { tellsTrouble } from '../tells-trouble.ts';
import { toNotes } from '../values/describe-column.ts';
import { scanMarkup, type Token } from './scan-markup.ts';

const BEGINS = /^[ \t]*<(?:!doctype html|html|head|body)\b/im;
const HEADINGS = /^h[1-6]$/;
/** Elements that do not part a sentence. */
const INLINE = new Set(
  'a b i em strong span code small sub sup u mark abbr time kbd var samp font label q s wbr'.split(' '),
);
const HEADING_CHARS = 100;
const HEADINGS_KEPT = 150;
const TEXTS_KEPT = 600;
const TEXT_BYTES = 300;
const FEWEST_LETTERS = 3;
/** Text of a paragraph; shorter ones are labels and entries of menus. */
const PARAGRAPH_BYTES = 60;
const TROUBLES = 12;
const LINES_BEFORE = 60;

/** A run of visible text. */
interface Run {
  readonly from: number;
  to: number;
  readonly isHeading: boolean;
  readonly isTitle: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
};
const plain = (text: string): string =>
  // Most texts are plain as they are.
  !/[<&\s]{2}|[<&\t\r\n]|^ | $/.test(text)
    ? text
    : text
        .replace(/<[^>]*>/g, ' ')
        .replace(/&(\w+|#\d+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
        .replace(/\s+/g, ' ')
        .trim();

const AMPERSAND = 0x26;
/** False for what is surely no trouble; an entity may stand for a sign in a word. */
const mayTellTrouble = (bytes: Buffer): boolean =>
  (quickLook(bytes, 0, bytes.length) & MAY_BE.trouble) !== 0 || bytes.includes(AMPERSAND);

class HtmlReader implements ShapeReader {
  private readonly source: ByteSource;
  private readonly lines: LineIndex;
  private readonly before: Pick[] = [];
  private begin = -1;
  private readonly counts = new Map<string, number>();
  private readonly headings: string[] = [];
  private readonly picks: Pick[] = [];
  private title = '';
  private run: Run | undefined;
  private open = '';
  private troubles = 0;
  private texts = 0;
  private isBelowHeading = false;
  private readonly ranges: RangePicks;

  constructor(source: ByteSource) {
    this.source = source;
    this.lines = new LineIndex(source);
    this.ranges = new RangePicks(this.lines);
  }

  add(line: Line, text: string): void {
    this.lines.add(line);
    if (this.begin >= 0) return;
    if (/^\s*</.test(text) && !/^< /.test(text)) this.begin = line.start;
    else if (isKeyLine(text) || tellsTrouble(text)) this.before.push({ line, rank: RANK.summary });
  }

  finish(): Findings {
    for (const token of scanMarkup(this.source, Math.max(0, this.begin), true)) this.token(token);
    this.endRun();
    const count = (name: string): number => this.counts.get(name) ?? 0;
    const parts = [
      `${formatCount(this.headings.length)} headings`,
      ...['a', 'form', 'input', 'button', 'table', 'img']
        .filter((name) => count(name) > 0)
        .map((name) => `${name === 'a' ? 'links' : name} ×${formatCount(count(name))}`),
    ];
    const title = this.title === '' ? '' : ` "${this.title}"`;
    return {
      notes: [`HTML page${title}: ${parts.join(', ')}`, ...toNotes('headings: ', this.headings).slice(0, 3)],
      picks: [...this.before, ...this.picks],
      isData: true,
      frame: { head: 0, tail: 0.15 },
    };
  }

  private token({ kind, name, from, to }: Token): void {
    if (kind === 'text') {
      if (this.run === undefined)
        this.run = { from, to, isHeading: HEADINGS.test(this.open), isTitle: this.open === 'title' };
      else this.run.to = to;
      return;
    }
    if (kind === 'open') this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    if (INLINE.has(name)) return;
    this.endRun();
    this.open = kind === 'open' ? name : '';
  }

  private endRun(): void {
    const { run } = this;
    this.run = undefined;
    if (run === undefined) return;
    // Of a page beyond that only trouble is looked for.
    const isEnough = this.texts > TEXTS_KEPT && this.troubles >= TROUBLES;
    if (isEnough && !run.isTitle && !run.isHeading) return;
    const bytes = this.source.read(run.from, Math.min(run.to, run.from + 2 * TEXT_BYTES));
    const isKept = this.texts <= TEXTS_KEPT || run.isTitle || run.isHeading;
    if (!isKept && !mayTellTrouble(bytes)) return;
    const text = plain(bytes.toString('utf8'));
    if (text.length < FEWEST_LETTERS) return;
    if (run.isTitle) {
      this.title ||= text.slice(0, HEADING_CHARS);
      return;
    }
    if (run.isHeading && this.headings.length < HEADINGS_KEPT)
      this.headings.push(text.slice(0, HEADING_CHARS));
    const isTrouble = this.troubles < TROUBLES && tellsTrouble(text);
    if (isTrouble) this.troubles += 1;
    this.texts += 1;
    if (this.texts > TEXTS_KEPT && !isTrouble) return;
    const rank = isTrouble ? RANK.errorDetail : this.rankOf(run, text);
    this.isBelowHeading = run.isHeading;
    const skip = /^\s*/.exec(bytes.toString('latin1'))?.[0].length ?? 0;
    const from = run.from + skip;
    this.picks.push(...this.ranges.range(from, Math.min(run.to, from + TEXT_BYTES), rank));
  }

  /** What stands right below a heading says more than the headings, which the notes have, too. */
  private rankOf({ isHeading }: Run, text: string): number {
    if (isHeading) return RANK.sample + 1;
    if (text.length < PARAGRAPH_BYTES) return RANK.sample - 5;
    // Numbers and names of code are what is looked up.
    const isFact = /\d|\b[a-z]+[A-Z_]\w/.test(text) ? 4 : 0;
    return RANK.sample + (this.isBelowHeading ? 5 : 2) + isFact;
  }
}

function recognise({ head }: Sample): boolean {
  const found = BEGINS.exec(head);
  if (found === null) return false;
  return head.slice(0, found.index).split('\n').length <= LINES_BEFORE && found.index < head.length / 2;
}

/** HTML: title, headings and visible text; markup, scripts and styles are left out as far as lines allow. */
export const html: Shape = {
  name: 'html',
  isMostlyData: true,
  recognise,
  read: (source) => new HtmlReader(source),
};
