import { byteLength } from '#core/text/bytes.ts';
import type { Said } from '../session-state.ts';
import { soundsLikeRule } from '../words/constraints.ts';
import type { SectionLine, Tier } from './section.ts';
import { headAndTail, oneLine } from './shown-words.ts';

/** Signs of scripts in which one says as much as two or three letters of others. */
const DENSE = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g;
/** How much a text says, in letters. */
const lettersOf = (text: string): number => text.length + 2 * (text.match(DENSE)?.length ?? 0);
/** A fact is said in few words; in letters. */
const SHORT = 120;
/** A longer line, or one about a file, was an order most of the time; it has been carried out since. In letters. */
const ORDER = 200;
/** The longest line in a timeline; in UTF-8 bytes. */
const LONGEST = 600;
/** Above this the sort of each line is named. */
const ROOMY = 4000;

/** A file or a folder, as it is written in a sentence. */
const PATH =
  /[\w@.-]+\/[\w@.*-]|\b[\w-]+\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|cs|cpp|hpp?|php|swift|scala|exs?|sql|sh|md|json|ya?ml|toml|html|css|txt)\b/;
const hasPath = (text: string): boolean => PATH.test(text);

/** Rules and corrections first; other words of the user before those of the assistant, since nobody else has them. */
function tierOfUser({ text, tags, isReplaced, replaces }: Said): Tier {
  const letters = lettersOf(text);
  const isRule = tags.includes('rejected') || (tags.includes('constraint') && soundsLikeRule(text));
  const isOrder = hasPath(text) || letters > ORDER;
  if (isReplaced) return 5;
  if (replaces || tags.includes('correction')) return 1;
  if (tags.includes('answer')) return 2;
  if (isRule) return letters <= ORDER ? 1 : 3;
  if (isOrder) return 5;
  return letters <= SHORT ? 3 : 4;
}

function tierOfAssistant({ text, tags, isReplaced, replaces, isRoutine }: Said, isRecent: boolean): Tier {
  if (isReplaced) return 5;
  if (replaces) return 1;
  if (tags.length > 0) return isRecent ? 2 : 4;
  return isRoutine || hasPath(text) ? 5 : 4;
}

function shown({ who, text, tags, isReplaced }: Said, budgetBytes: number): string {
  const words = headAndTail(oneLine(text), LONGEST);
  const named = budgetBytes >= ROOMY ? tags : tags.filter((tag) => tag === 'rejected' || tag === 'answer');
  const marks = [...(isReplaced ? ['replaced later'] : []), ...named];
  const mark = marks.length === 0 ? '' : `[${marks.join(', ')}] `;
  return who === 'user' ? `${mark}"${words}"` : `${mark}agent: ${words}`;
}

/** So many decisions of the assistant, the newest, come before what else the user said. */
const RECENT = 1;
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
  const decided = said.filter(({ who, tags }) => who === 'assistant' && tags.length > 0).slice(-RECENT);
  return said.map((line, place) => ({
    text: shown(line, budgetBytes),
    tier:
      place === order
        ? 0
        : line.who === 'user'
          ? tierOfUser(line)
          : tierOfAssistant(line, decided.includes(line)),
    atMs: line.atMs,
  }));
}
