import { byteLength } from '#core/text/bytes.ts';
import { Choice } from '../choice.ts';
import type { Pick } from '../picks/pick.ts';
import type { ByteSource } from '../text/byte-source.ts';
import type { Wanted, WantedLine } from './wanted.ts';

/** No more of the budget goes to the passages: errors have to be seen, too. */
const SHARE = 0.65;
/** A line that scores less than this part of the best one is no answer to the same question. */
const ENOUGH = 0.6;
/** The same where a line holds all that is looked for. */
const ENOUGH_OF_ALL = 0.85;
const ALL_SHARE = 0.95;
const LINES = 60;
/** The same for a request that may be about something else: more lines than a handful tell nothing, and sums are worth more. */
const VAGUE_SHARE = 0.4;
const VAGUE_LINES = 12;
/** Where the intent is met, the digest beside it is short. */
const REST_SHARE = 0.005;
const LEAST_REST = 320;
const MOST_REST = 1_000;
/** All words of the intent but so many parts of them are found together. */
const MET_SHARE = 0.66;

export interface Passages {
  /** With a line of our own in front, and a line end; empty without an intent, or when nothing matches. */
  readonly text: string;
  /** Indices of the lines shown. */
  readonly shown: readonly number[];
  /** Bytes that the digest should take beside them. */
  readonly restBytes: number;
}

interface Limits {
  readonly maxBytes: number;
  readonly lineBytes: number;
  readonly totalLines: number;
  /** The words were not said of this text. */
  readonly isVague: boolean;
}

const NOTHING: Passages = { text: '', shown: [], restBytes: Number.POSITIVE_INFINITY };

function* picksOf(lines: readonly WantedLine[]): Generator<Pick> {
  for (const { line, spot } of lines) yield { line, spot, rank: 0 };
  for (const { around } of lines) for (const line of around) yield { line, rank: 0 };
}

/** The lines that match the intent best, with those around them. */
export function choosePassages(wanted: Wanted, source: ByteSource, limits: Limits): Passages {
  const { maxBytes, lineBytes, totalLines, isVague } = limits;
  const all = wanted.lines();
  const best = all[0]?.score ?? 0;
  const missing = wanted.missing();
  const enough = best >= wanted.fullScore() * ALL_SHARE ? ENOUGH_OF_ALL : ENOUGH;
  const lines = all.filter(({ score }) => score >= best * enough).slice(0, LINES);
  if (isVague && (lines.length === 0 || lines.length > VAGUE_LINES)) return NOTHING;
  const absent = missing.length === 0 || isVague ? '' : `; no line has: ${missing.join(', ')}`;
  if (lines.length === 0) {
    const text = missing.length === 0 ? '' : `[intent${absent}]\n`;
    return { text, shown: [], restBytes: Number.POSITIVE_INFINITY };
  }
  const choice = new Choice(source, Math.max(lineBytes, Math.floor(maxBytes * 0.2)), totalLines);
  const heading = `[${isVague ? 'request' : 'intent'}: the lines that match best${absent}]\n`;
  const share = isVague ? VAGUE_SHARE : SHARE;
  choice.pick(picksOf(lines), Math.floor(maxBytes * share) - byteLength(heading));
  const shown = choice.indices();
  if (shown.length === 0) return NOTHING;
  const { text } = choice.render(shown[0] ?? 0, (shown.at(-1) ?? 0) + 1);
  const isMet = best >= wanted.fullScore() * MET_SHARE;
  const rest = Math.min(MOST_REST, Math.max(LEAST_REST, Math.floor(source.size * REST_SHARE)));
  return {
    text: `${heading}[from line ${(shown[0] ?? 0) + 1}]\n${text}\n[digest]\n`,
    shown,
    restBytes: isMet ? rest : Number.POSITIVE_INFINITY,
  };
}
