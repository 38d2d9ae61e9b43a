import { byteLength, takeBytes } from '#core/text/bytes.ts';
import { groupPaths } from './render/paths.ts';
import { headAndTail, oneLine } from './render/shown-words.ts';
import type { Said, SessionState } from './session-state.ts';

/** Most of the hint, in bytes of UTF-8: it stands in the prompt of every summary. */
const HINT_BYTES = 1024;
const QUOTE = 200;
const MOST_SAID = 3;

const quote = ({ text }: Said): string => `"${headAndTail(oneLine(text), QUOTE)}"`;

/**
 * What a summary of the session has to keep, as a list of facts, in at most 1,024 bytes. Empty: nothing is known of the
 * session.
 */
export function summaryHint(state: SessionState): string {
  const { goal, lastRequest, tasks, modified, openErrors, git } = state;
  const rules = state.said.filter(
    ({ who, tags, isReplaced }) =>
      who === 'user' && !isReplaced && (tags.includes('correction') || tags.includes('constraint')),
  );
  const open = tasks.filter(({ state: now }) => now !== 'completed');
  const lines = [
    goal && `goal: ${quote(goal)}`,
    lastRequest && `last request: ${quote(lastRequest)}`,
    open.length > 0 &&
      `open tasks: ${open.map(({ id, subject }) => `${id === undefined ? '' : `#${id} `}${oneLine(subject)}`).join('; ')}`,
    rules.length > 0 && `corrections and constraints: ${rules.slice(-MOST_SAID).map(quote).join('; ')}`,
    modified.length > 0 && `files modified: ${groupPaths(modified).join(' ')}`,
    openErrors.length > 0 &&
      `unresolved errors: ${openErrors.map(({ command }) => oneLine(command)).join('; ')}`,
    git.branch !== undefined && `branch: ${oneLine(git.branch)}`,
  ].filter((line) => typeof line === 'string');
  if (lines.length === 0) return '';
  const head = 'Facts of this session that the summary keeps word for word:';
  let text = head;
  for (const line of lines) {
    const room = HINT_BYTES - byteLength(text) - 3;
    if (room < 40) break;
    text += `\n- ${headAndTail(takeBytes(line, Math.max(room * 2, QUOTE)), Math.floor(room * 0.8))}`;
  }
  return byteLength(text) <= HINT_BYTES ? text : takeBytes(text, HINT_BYTES);
}
