import { byteLength } from '#core/text/bytes.ts';
import { formatCount } from '#core/units.ts';
import { type Candidate, LineCandidates } from './line-candidates.ts';
import { intentWords } from './look-at-line.ts';
import { type ByteSource, bufferSource, scanLines } from './scan-lines.ts';
import { showLine } from './show-line.ts';

/** A longer line is shown up to here, with what is left out counted; texts of few lines get more per line. */
const LINE_BYTES = 400;
/** No line takes more than this part of the budget, so that a small one still shows several, or at least one. */
const LINE_SHARE = 0.2;
const lineLimit = (maxBytes: number, lineCount: number): number =>
  Math.max(
    Math.min(LINE_BYTES, Math.floor(maxBytes * LINE_SHARE)),
    Math.floor((maxBytes * 0.4) / Math.max(1, lineCount)),
  );
/** How the budget is split: first lines, last lines; what lies between is for lines that signal trouble. */
const HEAD_SHARE = 0.25;
const TAIL_SHARE = 0.35;

export interface Digest {
  /** Lines in their order, with a mark for every gap. */
  readonly text: string;
  readonly shownLines: number;
  readonly totalLines: number;
  /** First range of lines that is not shown, e.g. `41-240`. */
  readonly nextLines: string;
}

/** What a digest is asked for beside the text. */
export interface DigestOptions {
  readonly maxBytes: number;
  /** What the reader is after: lines with these words come before errors. */
  readonly intent?: string | undefined;
}

const count = (lines: number): string => `${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}`;
const gapMark = (lines: number, unlooked: number): string =>
  `… ${count(lines)}${unlooked > 0 ? `, ${formatCount(unlooked)} of them not searched for errors` : ''} …`;
/** What stands behind a line that many others are like. */
const repeatMark = (lines: number): string => ` … (${count(lines)} like this)`;

/** The chosen lines, as they are shown. */
class Choice {
  readonly shown = new Map<number, string>();
  private readonly show: (line: Candidate) => string;
  private readonly gapBytes: number;

  constructor(show: (line: Candidate) => string, gapBytes: number) {
    this.show = show;
    this.gapBytes = gapBytes;
  }

  /** Takes lines in the given order while they fit, up to the first that does not; returns the bytes left. */
  fill(lines: Iterable<Candidate>, budget: number): number {
    let left = budget;
    for (const line of lines) {
      if (this.shown.has(line.index)) continue;
      const text = this.show(line);
      const cost = byteLength(text) + 1;
      if (cost > left) break;
      this.shown.set(line.index, text);
      left -= cost;
    }
    return left;
  }

  /** Takes each line that fits, and pays for the gap in front of it; returns the bytes left. */
  pick(lines: Iterable<Candidate>, budget: number): number {
    let left = budget;
    for (const line of lines) {
      if (left < this.gapBytes) break;
      if (this.shown.has(line.index)) continue;
      const text = this.show(line);
      const cost = byteLength(text) + 1 + (this.shown.has(line.index - 1) ? 0 : this.gapBytes);
      if (cost > left) continue;
      this.shown.set(line.index, text);
      left -= cost;
    }
    return left;
  }
}

function render(
  shown: ReadonlyMap<number, string>,
  totalLines: number,
  unlooked: LineCandidates['unlooked'],
): Digest {
  const out: string[] = [];
  let next = 0;
  let firstGap: readonly [number, number] | undefined;
  const gapTo = (index: number): void => {
    if (index <= next) return;
    const skipped =
      unlooked === undefined ? 0 : Math.min(index - 1, unlooked.last) - Math.max(next, unlooked.first) + 1;
    out.push(gapMark(index - next, skipped));
    firstGap ??= [next + 1, index];
  };
  for (const index of [...shown.keys()].sort((a, b) => a - b)) {
    gapTo(index);
    out.push(shown.get(index) ?? '');
    next = index + 1;
  }
  gapTo(totalLines);
  const [from, to] = firstGap ?? [1, totalLines];
  return {
    text: out.join('\n'),
    shownLines: shown.size,
    totalLines,
    nextLines: `${from}-${Math.min(to, from + 199)}`,
  };
}

/**
 * A text in at most `maxBytes` (but for one mark of a gap): its head, its tail and, while the budget lasts, the lines between that match the
 * intent or signal trouble. Deterministic; every gap says how many lines are missing, and a line of which only parts
 * are shown, or that stands for many like it, says so behind ` … `.
 */
export function digestSource(source: ByteSource, { maxBytes, intent = '' }: DigestOptions): Digest {
  // A line takes a byte at least.
  const candidates = new LineCandidates(source, Math.max(1, Math.floor(maxBytes)), intentWords(intent));
  const totalLines = scanLines(source, (line) => candidates.add(line));
  const limit = lineLimit(maxBytes, totalLines);
  const repeats = candidates.repeats();
  /** Room for the count of lines like this one, which is known at the end. */
  const room = (line: Candidate): string =>
    (repeats.get(line.index)?.count ?? 1) > 1 ? repeatMark(repeats.get(line.index)?.count ?? 1) : '';
  const gapBytes = byteLength(gapMark(totalLines, 0)) + 1;
  const choice = new Choice((line) => showLine(line, source, line.spot, limit) + room(line), gapBytes);
  // Every line that opens a gap pays for it; one gap is there before.
  const unlooked = candidates.unlooked === undefined ? 0 : totalLines;
  const budget = Math.max(0, Math.floor(maxBytes) - byteLength(gapMark(totalLines, unlooked)) - 1);
  const headBytes = Math.floor(budget * HEAD_SHARE);
  const tailBytes = Math.floor(budget * TAIL_SHARE);
  const headLeft = choice.fill(candidates.head, headBytes);
  const tailLeft = choice.fill(candidates.fromEnd(), tailBytes);
  const left = choice.pick(candidates.inOrder(), budget - headBytes - tailBytes + headLeft + tailLeft);
  // What no signal needed goes to more of the head.
  choice.fill(candidates.head, left);
  for (const [index, { count: all, members }] of repeats) {
    const text = choice.shown.get(index);
    const isAllShown = all === members.length && members.every((line) => choice.shown.has(line.index));
    if (text !== undefined && all > 1 && isAllShown)
      choice.shown.set(index, text.slice(0, text.length - repeatMark(all).length));
  }
  return render(choice.shown, totalLines, candidates.unlooked);
}

export const digestText = (text: string, options: DigestOptions): Digest =>
  digestSource(bufferSource(Buffer.from(text)), options);
