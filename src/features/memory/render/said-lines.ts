import { byteLength } from '#core/text/bytes.ts';
import type { Said } from '../session-state.ts';
import { values } from '../words/values.ts';
import type { SectionLine, Tier } from './section.ts';
import { headAndTail, oneLine } from './shown-words.ts';

/** A fact is said in few words; in UTF-8 bytes. */
const SHORT = 120;
/** A longer line of the user that is no rule and no correction was an order, most of the time; it has been carried out. */
const ORDER = 200;
/** The longest line in a timeline; in UTF-8 bytes. */
const LONGEST = 600;
/** Above this the sort of each line is named. */
const ROOMY = 4000;

const hasValue = (text: string): boolean => values(text).some(({ shape }) => shape !== 'path' && shape !== 'name');
const hasPath = (text: string): boolean => values(text).some(({ shape }) => shape === 'path');

function tierOfUser({ text, tags, isReplaced, replaces }: Said): Tier {
  const bytes = byteLength(text);
  if (isReplaced) return 4;
  if (replaces || tags.includes('correction')) return 1;
  if (tags.some((tag) => tag !== 'decision') && (bytes <= ORDER || !hasPath(text))) return 1;
  if (hasValue(text) && bytes <= SHORT && !hasPath(text)) return 1;
  if (bytes <= SHORT && !hasPath(text)) return 2;
  return bytes <= ORDER ? 3 : 4;
}

function tierOfAssistant({ text, tags, isReplaced, replaces, isRoutine }: Said): Tier {
  if (isReplaced) return 4;
  if (replaces) return 1;
  if (tags.length > 0) return 2;
  if (isRoutine || hasPath(text)) return 4;
  return 3;
}

function shown({ who, text, tags, isReplaced }: Said, budgetBytes: number): string {
  const words = headAndTail(oneLine(text), LONGEST);
  const named = budgetBytes >= ROOMY ? tags : tags.filter((tag) => tag === 'rejected');
  const marks = [...(isReplaced ? ['replaced later'] : []), ...named];
  const mark = marks.length === 0 ? '' : `[${marks.join(', ')}] `;
  return who === 'user' ? `${mark}"${words}"` : `${mark}agent: ${words}`;
}

/** What was said as lines of a timeline. */
export const saidLines = (said: readonly Said[], budgetBytes: number): readonly SectionLine[] =>
  said.map((line) => ({
    text: shown(line, budgetBytes),
    tier: line.who === 'user' ? tierOfUser(line) : tierOfAssistant(line),
    atMs: line.atMs,
  }));
