import { byteLength } from '#core/text/bytes.ts';
import { formatCount } from '#core/units.ts';
import { Choice, gapMark } from './choice.ts';
import { choosePassages } from './intent/choose-passages.ts';
import { intentWords } from './intent/intent-words.ts';
import { Wanted } from './intent/wanted.ts';
import { Ends } from './picks/ends.ts';
import { Outliers } from './picks/outliers.ts';
import type { Pick } from './picks/pick.ts';
import { Sections } from './picks/sections.ts';
import { Trouble } from './picks/trouble.ts';
import { shapeOf } from './shapes/index.ts';
import { takeSample } from './shapes/sample.ts';
import type { Findings } from './shapes/shape.ts';
import { prefixOf } from './signals/line-prefix.ts';
import { MAY_BE, quickLook } from './signals/quick-look.ts';
import { type ByteSource, bufferSource } from './text/byte-source.ts';
import type { Repeats } from './text/repeats.ts';
import { type Line, type LineBytes, scanLines } from './text/scan-lines.ts';

/** A longer line is shown up to here, with what is left out counted; texts of few lines get more per line. */
const LINE_BYTES = 400;
/** A smaller budget has room for a line or two: whole, if that can be. */
const SMALL_BYTES = 256;
const SMALL_LINE_SHARE = 0.6;
/** No line takes more than this part of the budget, so that a small one still shows several, or at least one. */
const LINE_SHARE = 0.2;
const lineLimit = (maxBytes: number, lineCount: number): number =>
  Math.max(
    Math.min(LINE_BYTES, Math.floor(maxBytes * (maxBytes < SMALL_BYTES ? SMALL_LINE_SHARE : LINE_SHARE))),
    Math.floor((maxBytes * 0.4) / Math.max(1, lineCount)),
  );
/** What of the budget the first and the last lines get in any case, and what when nothing more important needs it. */
const LEAST = { head: 0.05, tail: 0.12 };
/** The same where very many errors are told. */
const LEAST_OF_MANY = { head: 0.03, tail: 0.07 };
const FRAME = { head: 0.4, tail: 0.6 };
/** The same where errors are told: the answer is there, and each byte more is paid for in every request from then on. */
const FILLER_SHARE = 0.3;
/** No more of the budget goes to our own words about the text. */
const NOTES_SHARE = 0.3;
/** Ends of a text that are kept: no more lines than this can be shown. */
const MOST_LINES = 2_000;

export interface Digest {
  /** Notes in brackets, then lines in their order, with a mark for every gap. */
  readonly text: string;
  readonly shownLines: number;
  readonly totalLines: number;
  /** First range of lines that is not shown, e.g. `41-240`. */
  readonly nextLines: string;
}

/** What a digest is asked for beside the text. */
export interface DigestOptions {
  readonly maxBytes: number;
  /** What the reader is after: the passages with these words come first. */
  readonly intent?: string | undefined;
  /** What the session is about, where nobody said what is wanted of this text: passages only where few lines match. */
  readonly request?: string | undefined;
  /** How the run ended that wrote it; null by a signal, undefined when there was none. */
  readonly exitCode?: number | null | undefined;
}

/** What one pass over a text found. */
interface Reading {
  readonly totalLines: number;
  readonly ends: Ends;
  readonly trouble: Trouble;
  readonly sections: Sections;
  readonly outliers: Outliers;
  readonly wanted: Wanted;
  readonly findings: Findings;
}

const NOTHING: Findings = { notes: [], picks: [] };

function readText(source: ByteSource, maxBytes: number, intent: string): Reading {
  const ends = new Ends(Math.min(MOST_LINES, Math.max(8, maxBytes)));
  const trouble = new Trouble(source);
  const sections = new Sections();
  const outliers = new Outliers();
  const wanted = new Wanted(intentWords(intent), source, ends);
  const sample = takeSample(source);
  const prefix = prefixOf(sample.lines);
  const said = prefix && sample.lines.map((line) => line.slice(prefix.in(line)));
  const shape = shapeOf(sample, said);
  const reader = shape?.read(source, maxBytes);
  const isMostlyData = shape?.isMostlyData === true;
  const look = (line: Line, text: string, at: LineBytes): void => {
    const skip = prefix?.of(text, at) ?? 0;
    const said = skip === 0 ? text : text.slice(skip);
    const from = at.from + skip;
    sections.add(line, said, trouble.add(line, said, quickLook(at.bytes, from, at.to), skip));
    outliers.add(line, at.bytes, from, at.to);
  };
  let passed = 0;
  const repeats: Repeats = {
    mayPass: (bytes, from, to) => (quickLook(bytes, from, to) & MAY_BE.trouble) === 0,
    passed: (lines) => {
      passed += lines;
      outliers.repeat(lines);
    },
  };
  const totalLines = scanLines(
    source,
    (line, text, at) => {
      ends.add(line);
      wanted.add(line, text, at);
      if (!isMostlyData) look(line, text, at);
      reader?.add(line, text, at);
    },
    repeats,
  );
  // What did not see all lines cannot tell their number.
  const findings = (passed === 0 ? reader?.finish() : undefined) ?? NOTHING;
  // The looks at every line that most data is spared; what turned out to be none pays with a second pass.
  if (isMostlyData && findings.isData !== true) scanLines(source, look, repeats);
  return { totalLines, ends, trouble, sections, outliers, wanted, findings };
}

function picksOf({ trouble, sections, outliers, findings }: Reading): readonly Pick[] {
  const signs = findings.isData === true ? [] : [...trouble.picks(), ...sections.picks()];
  const all = [...findings.picks, ...signs, ...outliers.picks()];
  // Stable: of one rank those found first.
  return all.sort((a, b) => b.rank - a.rank);
}

/** The notes that fit, each in brackets on a line of its own. */
function noteText(notes: readonly string[], maxBytes: number): string {
  const out: string[] = [];
  let left = maxBytes;
  for (const note of notes) {
    // A value may hold line ends.
    const line = `[${note.replace(/\s+/g, ' ').trim()}]\n`;
    if (byteLength(line) > left) continue;
    out.push(line);
    left -= byteLength(line);
  }
  return out.join('');
}

/** Lines of trouble that are not shown, in words; empty when all are. */
function hiddenTrouble(reading: Reading, choice: Choice): string {
  if (reading.findings.isData === true) return '';
  const hidden = reading.trouble.hidden((index) => choice.has(index));
  const parts = [
    hidden.errors > 0 ? `${formatCount(hidden.errors)} more with errors` : '',
    hidden.warnings > 0 ? `${formatCount(hidden.warnings)} more with warnings` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `[not shown: ${parts.join(', ')}]`;
}

function wholeText(source: ByteSource): Digest {
  const text = source.read(0, source.size).toString('utf8').replace(/\n$/, '');
  const lines = source.size === 0 ? 0 : text.split('\n').length;
  return { text, shownLines: lines, totalLines: lines, nextLines: `1-${lines}` };
}

/**
 * A text in at most `maxBytes`: the passages that match the intent, then notes on what the text is, its first and last lines and
 * between them, while the budget lasts, what tells of trouble, what sums up and what is unlike the rest. Deterministic; no
 * line is rewritten, every gap says how many lines are missing, and a line of which only parts are shown, or that stands
 * for many like it, says so behind ` … `.
 */
export function digestSource(
  source: ByteSource,
  { maxBytes, intent = '', request = '' }: DigestOptions,
): Digest {
  if (source.size <= maxBytes) return wholeText(source);
  const budget = Math.floor(maxBytes);
  const isVague = intent === '';
  const reading = readText(source, budget, isVague ? request : intent);
  const { totalLines, findings } = reading;
  const lineBytes = lineLimit(budget, totalLines);
  const passages = choosePassages(reading.wanted, source, {
    maxBytes: budget,
    lineBytes,
    totalLines,
    isVague,
  });
  const notesShare = findings.notesShare ?? NOTES_SHARE;
  const rest = Math.min(budget - byteLength(passages.text), passages.restBytes);
  const notes = noteText(findings.notes, rest * notesShare);
  // One gap is there before any line, and one line says what trouble is not shown.
  const room = byteLength(gapMark(totalLines)) + 1 + hiddenRoom(budget);
  const left = Math.min(rest - byteLength(notes), budget - byteLength(passages.text + notes) - room);
  const choice = new Choice(source, lineBytes, totalLines);
  choice.leaveOut(passages.shown);
  fillDigest(choice, reading, Math.max(0, left));
  const { text, firstGap } = choice.render(0, totalLines);
  const hidden = hiddenRoom(budget) === 0 ? '' : hiddenTrouble(reading, choice);
  const [from, to] = firstGap ?? [1, totalLines];
  const shown = new Set([...passages.shown, ...choice.indices()]);
  return {
    text: [passages.text + notes + text, hidden].filter((part) => part !== '').join('\n'),
    shownLines: shown.size,
    totalLines,
    nextLines: `${from}-${Math.min(to, from + 199)}`,
  };
}

/** Room for the line about trouble that is not shown; a small budget has none. */
const HIDDEN_BYTES = 80;
const hiddenRoom = (budget: number): number => (budget < 8 * HIDDEN_BYTES ? 0 : HIDDEN_BYTES);

function fillDigest(choice: Choice, reading: Reading, budget: number): void {
  const { ends, findings } = reading;
  // Where there is room for a line or two, these are not the first and the last one if others tell more.
  const isMany = reading.trouble.hasManyErrors && findings.isData !== true;
  const least = budget < SMALL_BYTES ? { head: 0, tail: 0 } : isMany ? LEAST_OF_MANY : LEAST;
  const headBytes = Math.floor(budget * least.head);
  const tailBytes = Math.floor(budget * least.tail);
  const headLeft = choice.fill(ends.head, headBytes);
  const tailLeft = choice.fill(ends.fromEnd(), tailBytes);
  const rest = choice.pick(picksOf(reading), budget - headBytes - tailBytes + headLeft + tailLeft);
  const isTold = reading.trouble.hasErrors && findings.isData !== true;
  const left = isTold ? Math.min(rest, Math.max(LINE_BYTES, Math.floor(budget * FILLER_SHARE))) : rest;
  const frame = findings.frame ?? FRAME;
  const tailRest = choice.fill(ends.fromEnd(), Math.floor(left * frame.tail));
  choice.fill(ends.head, left - Math.floor(left * frame.tail) + tailRest);
}

export const digestText = (text: string, options: DigestOptions): Digest =>
  digestSource(bufferSource(Buffer.from(text)), options);
