import { byteLength } from '#core/text/bytes.ts';
import type { Said, SessionState, SessionTask } from '../session-state.ts';
import { groupPaths } from './paths.ts';
import { saidLines } from './said-lines.ts';
import type { Section, SectionLine, Tier } from './section.ts';
import { headAndTail, minuteOf, oneLine, quotedLines } from './shown-words.ts';

/** What the goal and the last request may take of the budget together before they are cut. */
const QUOTED_SHARE = 0.7;
/** What the list of files may take before it is cut and counted. */
const FILES_SHARE = 0.4;
/** A path in a group takes at least this, with its comma; in bytes. */
const LEAST_PATH = 5;
const MOST_ERRORS = 6;
/** The longest entry of a list, in UTF-8 bytes. */
const ENTRY = 320;
/** A subagent's order and what came of it, in UTF-8 bytes. */
const REPORT = 640;

const entries = (texts: readonly string[], tier: Tier, mostBytes = ENTRY): readonly SectionLine[] =>
  texts.map((text) => ({ text: headAndTail(oneLine(text), mostBytes), tier }));

const row = (id: string, title: string, lines: readonly SectionLine[]): Section => ({
  id,
  title,
  lines,
  form: 'row',
});
const list = (id: string, title: string, lines: readonly SectionLine[], left = 0): Section => ({
  id,
  title,
  lines,
  form: 'lines',
  left,
});

function quoted(id: string, title: string, said: Said | undefined, maxBytes: number): Section {
  const lines: SectionLine[] =
    said === undefined ? [] : [{ text: `"${headAndTail(quotedLines(said.text), maxBytes)}"`, tier: 0 }];
  return { ...list(id, title, lines), ...(said === undefined ? {} : { atMs: said.atMs }) };
}

const SIGNS: Readonly<Record<string, string>> = { completed: 'x', in_progress: '~' };

function taskLine({ id, subject, state }: SessionTask): SectionLine {
  const sign = SIGNS[state] ?? ' ';
  const text = `[${sign}] ${id === undefined ? '' : `#${id} `}${headAndTail(oneLine(subject), ENTRY)}`;
  return { text, tier: state === 'completed' ? 5 : 1 };
}

function filesOf({ modified }: SessionState, budgetBytes: number): Section {
  const room = budgetBytes * FILES_SHARE;
  const section = (paths: readonly string[], left: number): Section => ({
    ...row(
      'files_modified',
      'Files modified',
      groupPaths(paths).map((text) => ({ text, tier: 1 })),
    ),
    left,
  });
  const fits = (count: number): boolean => byteLength(groupPaths(modified.slice(-count)).join(' ')) <= room;
  const most = Math.min(modified.length, Math.floor(room / LEAST_PATH));
  if (most === modified.length && fits(most)) return section(modified, 0);
  // The newest are what the work is at: as many of them as fit.
  let [fitting, tooMany] = [1, most + 1];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(middle)) fitting = middle;
    else tooMany = middle;
  }
  return section(modified.slice(-fitting), modified.length - fitting);
}

function gitLines({ git }: SessionState): readonly SectionLine[] {
  const last = git.commits.at(-1);
  return [
    ...entries(git.commits.slice(0, -1), 5).map((line) => ({ ...line, text: `commit ${line.text}` })),
    ...entries(git.others, 5),
    ...entries(git.renames, 4).map((line) => ({ ...line, text: `renamed ${line.text}` })),
    ...entries(git.stashes, 4),
    ...(last === undefined ? [] : entries([`last commit ${last}`], 2)),
    ...(git.branch === undefined ? [] : entries([`branch ${git.branch}`], 1)),
  ];
}

function errorLinesOf({ openErrors }: SessionState): readonly SectionLine[] {
  return openErrors.slice(-MOST_ERRORS).map(({ command, lines, times }) => ({
    text: headAndTail(
      oneLine(`- ${[command, ...lines].join(': ')}${times > 1 ? ` (${times} times)` : ''}`),
      ENTRY,
    ),
    tier: 1,
  }));
}

/** What a record of the session can hold, most important first; empty sections are in it too. */
export function sectionsOf(state: SessionState, budgetBytes: number): readonly Section[] {
  const { goal, lastRequest, plan, compaction } = state;
  const share = budgetBytes * QUOTED_SHARE;
  const lastBytes = Math.min(byteLength(lastRequest?.text ?? ''), share / 2);
  const goalBytes = Math.max(share / 2, share - lastBytes);
  const planText =
    plan === undefined
      ? []
      : [[`${plan.state}, ${minuteOf(plan.atMs)}: ${plan.text}`, plan.step ?? []].flat().join('; ')];
  const asked =
    compaction === undefined ? [] : [`"${oneLine(compaction.text)}", ${minuteOf(compaction.atMs)}`];
  return [
    quoted('goal', 'Goal', goal, goalBytes),
    row('plan', 'Plan', entries(planText, 1)),
    list('tasks', 'Tasks', state.tasks.map(taskLine)),
    filesOf(state, budgetBytes),
    list(
      'unresolved_errors',
      'Unresolved errors',
      errorLinesOf(state),
      Math.max(0, state.openErrors.length - MOST_ERRORS),
    ),
    list(
      'said',
      'Said, oldest first (user in quotes)',
      saidLines(state.said, lastRequest ?? goal, budgetBytes),
    ),
    quoted(
      'last_request',
      'Last request',
      lastRequest,
      share - Math.min(goalBytes, byteLength(goal?.text ?? '')),
    ),
    row('git', 'Git', gitLines(state)),
    row('environment', 'Environment', entries(state.environment, 3)),
    row('compact_note', 'Said with /compact', entries(asked, 3)),
    row('subagents', 'Subagents', entries(state.subagents, 4, REPORT)),
    row('mcp', 'MCP calls', entries(state.mcp, 4)),
    row('skills', 'Skills', entries(state.skills, 4)),
    row('rules', 'Rules files', entries(state.rules, 4)),
    row('data', 'Pasted data', entries(state.data, 5)),
    row('role', 'Role', entries(state.roles, 5)),
    row('intent', 'Asked for', entries(state.intents, 5)),
  ];
}
