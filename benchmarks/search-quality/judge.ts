import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reply, Result } from './arm.ts';
import type { JudgedQuestion, RightPlace } from './judged-question.ts';
import { findSection } from './sections.ts';

/** Lines by which a passage may miss the lines that are asked for. */
const SLACK_LINES = 3;
/** A larger result does not count for a section: it is no place, it is half the document. */
const SECTION_RESULT_BYTES = 12_000;
/** An answer further back in a result is not found. */
const ANSWER_RESULT_BYTES = 4_096;
const SMALL_REPLY_BYTES = 2_048;
const LARGE_REPLY_BYTES = 8_192;

/** What a reply was worth. Ranks count from 1. */
export interface Verdict {
  /** Rank of each right thing that was found, ascending; each right thing once. */
  readonly ranks: readonly number[];
  /** The same over passages where `ranks` is over files. */
  readonly passageRanks: readonly number[];
  /** Right things that there are. */
  readonly right: number;
  /** The answer is in the first 2 KB, 8 KB of the reply; undefined for questions without answer lines. */
  readonly inSmall: boolean | undefined;
  readonly inLarge: boolean | undefined;
}

const squeeze = (text: string): string => text.replace(/\s+/g, '');

const firstBytes = (text: string, bytes: number): string =>
  Buffer.from(text).subarray(0, bytes).toString('utf8');

const holdsAll = (text: string, answers: readonly string[]): boolean => {
  const squeezed = squeeze(text);
  return answers.every((answer) => squeezed.includes(squeeze(answer)));
};

/** At least one line of the section that is not blank lies in the result's range and in its text. */
function showsSection(result: Result, folder: string, place: RightPlace): boolean {
  if (Buffer.byteLength(result.text) > SECTION_RESULT_BYTES) return false;
  const document = readFileSync(join(folder, place.path), 'utf8');
  const section = findSection(document, place.heading ?? '');
  if (section === undefined) throw new Error(`${place.path} has no heading "${place.heading}"`);
  const first = Math.max(section.firstLine, result.firstLine);
  const last = Math.min(section.lastLine, result.lastLine);
  const lines = document.split('\n').slice(first - 1, Math.max(first - 1, last));
  return lines.some((line) => line.trim() !== '' && result.text.includes(line.trim()));
}

function isRight(result: Result, place: RightPlace, folder: string): boolean {
  if (result.path !== place.path) return false;
  if (place.heading !== undefined) return showsSection(result, folder, place);
  if (place.lines === undefined) return true;
  const [first, last] = place.lines;
  return result.firstLine <= last + SLACK_LINES && result.lastLine >= first - SLACK_LINES;
}

/** Rank of the first right result per place. */
function passageRanks(results: readonly Result[], question: JudgedQuestion, folder: string): number[] {
  return (question.rel ?? [])
    .map((place) => results.findIndex((result) => isRight(result, place, folder)) + 1)
    .filter((rank) => rank > 0)
    .toSorted((a, b) => a - b);
}

/** Ranks over the files in the order in which they first appear. */
function fileRanks(results: readonly Result[], question: JudgedQuestion, folder: string): number[] {
  const files = [...new Set(results.map(({ path }) => path))];
  const right = (question.rel ?? []).filter((place) =>
    results.some((result) => isRight(result, place, folder)),
  );
  return [...new Set(right.map(({ path }) => files.indexOf(path) + 1))].toSorted((a, b) => a - b);
}

const NOTHING_FOUND: Verdict = { ranks: [], passageRanks: [], right: 1, inSmall: false, inLarge: false };

function judgeAnswer(reply: Reply, answers: readonly string[], absent: readonly string[]): Verdict {
  if (absent.some((text) => holdsAll(reply.text, [text]))) return NOTHING_FOUND;
  const at = reply.results.findIndex(({ text }) => holdsAll(firstBytes(text, ANSWER_RESULT_BYTES), answers));
  const ranks = at < 0 ? [] : [at + 1];
  const inSmall = holdsAll(firstBytes(reply.text, SMALL_REPLY_BYTES), answers);
  const inLarge = holdsAll(firstBytes(reply.text, LARGE_REPLY_BYTES), answers);
  return { ranks, passageRanks: ranks, right: 1, inSmall, inLarge };
}

/** Judges a reply. `byFile` ranks files, each once, instead of passages, unless sections are asked for. @throws Error for a heading that is not there */
export function judge(question: JudgedQuestion, reply: Reply, folder: string, byFile: boolean): Verdict {
  if (question.answer !== undefined) return judgeAnswer(reply, question.answer, question.absent ?? []);
  const places = question.rel ?? [];
  const passages = passageRanks(reply.results, question, folder);
  const isOverFiles = byFile && places.every(({ heading }) => heading === undefined);
  const ranks = isOverFiles ? fileRanks(reply.results, question, folder) : passages;
  const right = isOverFiles ? new Set(places.map(({ path }) => path)).size : places.length;
  return { ranks, passageRanks: passages, right, inSmall: undefined, inLarge: undefined };
}
