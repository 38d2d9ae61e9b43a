import { belongsTo } from '../signals/belongs.ts';
import { ErrorTable } from '../signals/error-table.ts';
import { GreenPart } from '../signals/green-part.ts';
import { ALL_HINTS } from '../signals/hints.ts';
import { isLongLine, lookForSignal } from '../signals/look-at-line.ts';
import { indentOf, Outline } from '../signals/outline.ts';
import { type Opener, Paragraph } from '../signals/paragraph.ts';
import { MAY_BE } from '../signals/quick-look.ts';
import {
  complaintOf,
  endsSection,
  failureName,
  isExcerpt,
  isNamed,
  isSaidBefore,
  sayingOf,
  sectionPart,
  startsSection,
  takesBefore,
} from '../signals/sections.ts';
import type { SignalLevel } from '../signals/signal-lines.ts';
import { isGoodNews, isSummary } from '../signals/summary-lines.ts';
import type { ByteSource } from '../text/byte-source.ts';
import { copyOf } from '../text/copy-of.ts';
import type { Line } from '../text/scan-lines.ts';
import { Block } from './block.ts';
import { type Group, picksOf } from './group.ts';
import { type Pick, RANK } from './pick.ts';
import { Sayings } from './sayings.ts';
import { firstOf, whereTold } from './told.ts';

/** Lines of one group, of one whose lines each tell of another failure, groups of one level, and blocks in all. */
const GROUP_MEMBERS = 16;
const NAMED_MEMBERS = 60;
const GROUPS = 500;
const BLOCKS = 3_000;
const SUMMARIES = 40;
const MOST_BEFORE = 10;
const MANY_ERRORS = 20;

/** Collects, in bounded memory, the lines that tell of trouble and what belongs to them, and what sums a run up. */
export class Trouble {
  private readonly groups = {
    1: new Map<string, Group>(),
    2: new Map<string, Group>(),
    3: new Map<string, Group>(),
  };
  private readonly outline = new Outline();
  private readonly paragraph = new Paragraph();
  private readonly table = new ErrorTable();
  private readonly green = new GreenPart();
  private readonly summaries: Line[] = [];
  /** Summaries of parts that went well. */
  private readonly goodNews: Line[] = [];
  private open: Block | undefined;
  /** Lines that belong to a failure that is told of below them, if one is. */
  private before: { readonly line: Line; readonly text: string }[] = [];
  private beforeIndent = 0;
  private blanks = 0;
  private skip = 0;
  private kept = 0;
  private readonly source: ByteSource;
  /** Lines of these levels, shown or not. */
  private readonly counts = { errors: 0, warnings: 0 };

  constructor(source: ByteSource) {
    this.source = source;
  }

  /**
   * The level of the trouble that the line tells of; 0 when it tells of none.
   * @param look bits of HINT
   * @param skip bytes of the line in front of `text`
   */
  add(line: Line, text: string, look: number, skip = 0): SignalLevel | 0 {
    this.skip = skip;
    const indent = indentOf(text);
    if (indent === text.length) {
      this.blanks += 1;
      return 0;
    }
    this.outline.add(line, indent);
    if (this.blanks > 0 || line.index === 0) this.paragraph.start({ line, text, indent, skip });
    const level = this.sort(line, indent, text, isLongLine(line) ? MAY_BE.trouble : look);
    this.blanks = 0;
    return level;
  }

  get hasErrors(): boolean {
    return this.counts.errors > 0;
  }

  /** More than a digest can tell with all that belongs to them. */
  get hasManyErrors(): boolean {
    return this.counts.errors > MANY_ERRORS;
  }

  *picks(): Generator<Pick> {
    for (const line of this.summaries.slice(-SUMMARIES)) yield { line, rank: RANK.summary };
    for (const line of this.goodNews.slice(-SUMMARIES)) yield { line, rank: RANK.outlier };
    const told = whereTold(this.all());
    const early = firstOf(this.all(), told);
    const picks = this.all().flatMap((group) => [...picksOf(group, told, early)]);
    // Of one rank those first that stand first.
    yield* picks.sort((a, b) => a.line.index - b.line.index);
  }

  /** How many lines of trouble are neither shown nor stood for by one that is. */
  hidden(isShown: (index: number) => boolean): { readonly errors: number; readonly warnings: number } {
    const hidden = { errors: this.counts.errors, warnings: this.counts.warnings };
    const told = whereTold(this.all());
    // A failure that is listed twice is shown when it is shown once.
    const isTold = (block: Block): boolean =>
      isShown(block.line.index) || isShown(told.get(block.name)?.line.index ?? -1);
    for (const { level, isNamed: named, blocks, sayings, count } of this.all()) {
      const kind = level === 1 ? 'warnings' : 'errors';
      const isFirst = !named && blocks[0] !== undefined && isShown(blocks[0].line.index);
      const told = blocks.filter(isTold).length + sayings.stoodFor(isTold);
      hidden[kind] -= isFirst ? count : told;
    }
    return hidden;
  }

  /** Sees to a line that is not blank; returns the level of its trouble. */
  private sort(line: Line, indent: number, text: string, mayBe: number): SignalLevel | 0 {
    const file = this.table.fileOf(line, text, indent, this.skip);
    if (file !== undefined) return this.note(line, indent, text, mayBe, true, file);
    const isMark = this.open?.takesMarks === true && indent > this.open.indent;
    const isGreen = this.green.holds(text);
    if (!isMark && !isGreen && startsSection(text, text.charCodeAt(indent))) {
      const level = this.note(line, indent, text, mayBe, true);
      this.takeBefore(text);
      return level;
    }
    const mayBefore = (mayBe & MAY_BE.goPlace) !== 0 && isSaidBefore(text);
    if (this.open?.isSection !== true && (mayBefore || this.goesOnBefore(indent, text))) {
      this.beforeIndent = this.before.length === 0 ? indent : this.beforeIndent;
      if (this.before.length < MOST_BEFORE) this.before.push({ line, text });
      return 0;
    }
    const opener = this.blanks === 0 ? this.paragraph.complaint(line, text) : undefined;
    const isDeeper =
      opener !== undefined && this.open?.isSection === true && opener.indent > this.open.indent;
    if ((isDeeper || opener === undefined) && this.isInSection(line, indent, text, mayBe)) return 0;
    if (opener !== undefined) {
      this.noteOpener(opener);
      this.open?.add(line, text);
      return 2;
    }
    const level = (mayBe & MAY_BE.trouble) === 0 ? 0 : this.note(line, indent, text, mayBe, false);
    if (level > 0) this.takeBefore(text);
    else {
      this.follow(line, indent, text);
      if (isSummary(text, mayBe)) this.sumUp(line, text);
    }
    return level;
  }

  /** The second line of what was said before, or a later one. */
  private goesOnBefore(indent: number, text: string): boolean {
    return this.before.length > 0 && this.blanks === 0 && indent > this.beforeIndent && !endsSection(text);
  }

  private all(): readonly Group[] {
    return [3, 2, 1].flatMap((level) => [...this.groups[level as SignalLevel].values()]);
  }

  /** The newest are kept: a run is summed up at its end. */
  private sumUp(line: Line, text: string): void {
    const list = isGoodNews(text) ? this.goodNews : this.summaries;
    list.push(line);
    // Now and then, since to take the first one away moves all others.
    if (list.length >= 2 * SUMMARIES) list.splice(0, list.length - SUMMARIES);
  }

  private takeBefore(text: string): void {
    if (this.before.length === 0) return;
    if (takesBefore(text)) for (const { line, text: said } of this.before) this.open?.add(line, said);
    this.before = [];
  }

  /** Takes the line into the section that is open, when it belongs there. */
  private isInSection(line: Line, indent: number, text: string, hints: number): boolean {
    const { open } = this;
    if (open?.isSection !== true) return false;
    if (!open.isNear(line) || endsSection(text)) {
      this.open = undefined;
      this.before = [];
      return false;
    }
    const isRightBelow = this.blanks === 0 && line.index === open.line.index + 1;
    const isPart =
      isRightBelow ||
      (open.expectsMore && this.blanks === 0) ||
      sectionPart(text) !== 'rest' ||
      (this.blanks < 2 && (indent > open.indent || isExcerpt(text)));
    if (!isPart || isSummary(text, hints)) return false;
    open.add(line, text);
    return true;
  }

  private follow(line: Line, indent: number, text: string): void {
    const { open } = this;
    if (open === undefined) return;
    const isPart =
      this.blanks < 2 && open.isNear(line) && belongsTo(open.indent, indent, text) && !endsSection(text);
    // The line right below often says why, whatever it looks like.
    const isRightBelow = this.blanks === 0 && line.index === open.line.index + 1 && !endsSection(text);
    if (isPart || isRightBelow) open.add(line, text);
    // The section of a failure goes on behind what does not look like a part of it.
    if (!isPart && !open.isSection) this.open = undefined;
  }

  /** What the words above a place complain of. */
  private noteOpener({ line, text, indent, skip }: Opener): void {
    const own = this.skip;
    this.skip = skip;
    this.note(line, indent, text, ALL_HINTS, true);
    this.skip = own;
  }

  /** Returns the level of the trouble that the line tells of; 0 when it tells of none. */
  private note(
    line: Line,
    indent: number,
    text: string,
    hints: number,
    isSection: boolean,
    file?: Opener,
  ): SignalLevel | 0 {
    const signal = lookForSignal(line, text, hints, this.source, this.skip);
    if (signal === undefined && !isSection) return 0;
    const { level, spot } = signal ?? { level: 2 as const, spot: line.start + this.skip };
    this.counts[level === 1 ? 'warnings' : 'errors'] += 1;
    this.open = undefined;
    this.paragraph.tell(line);
    const isOne = isSection || isNamed(text);
    const groups = this.groups[level];
    const kind = isOne ? complaintOf(text) : (signal?.shape() ?? text);
    const group = groups.get(kind) ?? { level, isNamed: isOne, blocks: [], sayings: new Sayings(), count: 0 };
    if (group.count === 0) {
      if (groups.size >= GROUPS) return level;
      groups.set(copyOf(kind), group);
    }
    group.count += 1;
    const saying = isOne && file === undefined ? sayingOf(text) : '';
    if (!group.sayings.count(saying)) return level;
    if (group.blocks.length >= (group.isNamed ? NAMED_MEMBERS : GROUP_MEMBERS) || this.kept >= BLOCKS)
      return level;
    const name = isOne && level > 1 && file === undefined ? failureName(text) : '';
    const above = file ?? (isSection ? undefined : this.paragraph.above(line));
    const heading = this.outline.heading();
    const block = new Block({
      line,
      level,
      spot,
      indent,
      heading,
      name,
      saying,
      isSection,
      text,
      above,
      skip: this.skip,
    });
    group.blocks.push(block);
    group.sayings.keep(block);
    this.kept += 1;
    this.open = block;
    return level;
  }
}
