import { byteLength } from '#core/text/bytes.ts';
import type { Said } from '../session-state.ts';
import { soundsLikeRule } from '../words/constraints.ts';
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

const hasValue = (text: string): boolean =>
  values(text).some(({ shape }) => shape !== 'path' && shape !== 'name');
const hasPath = (text: string): boolean => values(text).some(({ shape }) => shape === 'path');

function tierOfUser({ text, tags, isReplaced, replaces }: Said): Tier {
  const bytes = byteLength(text);
  if (isReplaced) return 4;
  if (replaces || tags.includes('correction')) return 1;
  if (tags.includes('rejected') || (tags.includes('constraint') && soundsLikeRule(text)))
    return bytes <= ORDER || !hasPath(text) ? 1 : 2;
  if (bytes <= SHORT && !hasPath(text)) return hasValue(text) ? 2 : 3;
  return 4;
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

/** A last message as short as this may be a remark beside the work; then the order before it still stands. In UTF-8 bytes. */
const REMARK = 60;

/** What was said as lines of a timeline. */
export function saidLines(
  said: readonly Said[],
  lastRequest: Said | undefined,
  budgetBytes: number,
): readonly SectionLine[] {
  const isRemark = byteLength(lastRequest?.text ?? '') <= REMARK;
  const order = isRemark
    ? said.findLastIndex(({ who, text }) => who === 'user' && byteLength(text) > REMARK)
    : -1;
  return said.map((line, place) => ({
    text: shown(line, budgetBytes),
    tier: place === order ? 0 : line.who === 'user' ? tierOfUser(line) : tierOfAssistant(line),
    atMs: line.atMs,
  }));
}
