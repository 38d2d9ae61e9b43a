import { belongsTo } from '../signals/belongs.ts';
import { isLongLine, lookForSignal } from '../signals/look-at-line.ts';
import { indentOf, Outline } from '../signals/outline.ts';
import { MAY_BE } from '../signals/quick-look.ts';
import type { SignalLevel } from '../signals/signal-lines.ts';
import { isSummary } from '../signals/summary-lines.ts';
import type { ByteSource } from '../text/byte-source.ts';
import { copyOf } from '../text/copy-of.ts';
import type { Line } from '../text/scan-lines.ts';
import { type Pick, RANK } from './pick.ts';

/** Lines of one group, groups of one level and summaries that are kept. */
const GROUP_MEMBERS = 8;
const GROUPS = 500;
const SUMMARIES = 40;
/** Lines below an error that are kept, and how many of them count as much as a summary. */
const FOLLOW = 12;
const FOLLOW_FIRST = 3;

/** An error with what belongs to it. */
interface Block {
  readonly line: Line;
  readonly spot: number;
  readonly indent: number;
  readonly heading: Line | undefined;
  readonly follow: Line[];
}

interface Group {
  readonly level: SignalLevel;
  readonly blocks: Block[];
  count: number;
}

/** Collects, in bounded memory, the lines that tell of trouble and what belongs to them, and what sums a run up. */
export class Trouble {
  private readonly groups = {
    1: new Map<string, Group>(),
    2: new Map<string, Group>(),
    3: new Map<string, Group>(),
  };
  private readonly outline = new Outline();
  private readonly summaries: Line[] = [];
  private open: Block | undefined;
  private blanks = 0;
  private readonly source: ByteSource;
  /** Lines of these levels, shown or not. */
  private readonly counts = { errors: 0, warnings: 0 };

  constructor(source: ByteSource) {
    this.source = source;
  }

  /**
   * The level of the trouble that the line tells of; 0 when it tells of none.
   * @param look bits of MAY_BE
   */
  add(line: Line, text: string, look: number): SignalLevel | 0 {
    const indent = indentOf(text);
    if (indent === text.length) {
      this.blanks += 1;
      return 0;
    }
    this.outline.add(line.index, line.start, line.end, indent);
    const mayBe = isLongLine(line) ? MAY_BE.trouble : look;
    const signal = (mayBe & MAY_BE.trouble) === 0 ? undefined : lookForSignal(line, text, this.source);
    if (signal !== undefined) this.note(line, indent, signal);
    else {
      this.follow(line, indent, text);
      if ((mayBe & MAY_BE.summary) !== 0 && isSummary(text)) this.sumUp(line);
    }
    this.blanks = 0;
    return signal?.level ?? 0;
  }

  *picks(): Generator<Pick> {
    for (const line of this.summaries) yield { line, rank: RANK.summary };
    for (const group of this.all()) yield* picksOf(group);
  }

  /** How many lines of trouble are neither shown nor stood for by one that is. */
  hidden(isShown: (index: number) => boolean): { readonly errors: number; readonly warnings: number } {
    const hidden = { errors: this.counts.errors, warnings: this.counts.warnings };
    for (const { level, blocks, count } of this.all()) {
      const kind = level === 1 ? 'warnings' : 'errors';
      const isFirst = blocks[0] !== undefined && isShown(blocks[0].line.index);
      hidden[kind] -= isFirst ? count : blocks.filter(({ line }) => isShown(line.index)).length;
    }
    return hidden;
  }

  private all(): readonly Group[] {
    return [3, 2, 1].flatMap((level) => [...this.groups[level as SignalLevel].values()]);
  }

  /** The newest are kept: a run is summed up at its end. */
  private sumUp(line: Line): void {
    this.summaries.push(line);
    if (this.summaries.length > SUMMARIES) this.summaries.shift();
  }

  private follow(line: Line, indent: number, text: string): void {
    const { open } = this;
    if (open === undefined) return;
    const isPart = this.blanks < 2 && open.follow.length < FOLLOW && belongsTo(open.indent, indent, text);
    // The line right below often says why, whatever it looks like.
    if (isPart || (this.blanks === 0 && line.index === open.line.index + 1)) open.follow.push(line);
    if (!isPart) this.open = undefined;
  }

  private note(line: Line, indent: number, found: { level: SignalLevel; spot: number; shape: string }): void {
    const { level, spot, shape } = found;
    this.counts[level === 1 ? 'warnings' : 'errors'] += 1;
    this.open = undefined;
    const groups = this.groups[level];
    const group = groups.get(shape) ?? { level, blocks: [], count: 0 };
    if (group.count === 0) {
      if (groups.size >= GROUPS) return;
      groups.set(copyOf(shape), group);
    }
    group.count += 1;
    if (group.blocks.length >= GROUP_MEMBERS) return;
    const block = { line, spot, indent, heading: this.outline.heading(), follow: [] };
    group.blocks.push(block);
    this.open = block;
  }
}

function* picksOf({ level, blocks, count }: Group): Generator<Pick> {
  const kept = blocks.map(({ line }) => line.index);
  const first = level === 3 ? RANK.fatal : level === 2 ? RANK.error : RANK.warning;
  const more = level === 1 ? RANK.warning - 5 : RANK.moreErrors;
  const detail = level === 1 ? RANK.warning - 2 : RANK.errorDetail;
  for (const [i, { line, spot, heading, follow }] of blocks.entries()) {
    const isFirst = i === 0;
    yield {
      line,
      spot,
      rank: isFirst ? first : more,
      like: isFirst && count > 1 ? { count, kept } : undefined,
    };
    // A heading says where; for further errors of one kind it is as dear as they are.
    if (heading !== undefined) yield { line: heading, rank: isFirst ? detail + 1 : more - 1 };
    for (const [j, below] of follow.entries())
      yield { line: below, rank: isFirst && j < FOLLOW_FIRST ? detail : more - 2 - j / FOLLOW };
  }
}
