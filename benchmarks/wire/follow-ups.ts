import type { Reply } from '../../tests/e2e/harness/scripted-reply.ts';
import type { Intent } from './task.ts';

export type Call = Extract<Reply, { readonly tool: string }>;

/** A call that was made, and what came of it. */
export interface Done {
  readonly call: Call;
  readonly text: string;
  readonly isError: boolean;
}

/** So many lines of a file a model reads on suspicion. */
const LINES = 400;
/** A longer line means that the text has no lines to look through. */
const LONG_LINE = 1_200;
const HITS = 'cut -c1-2000 | head -40';
const INTO_LINES = "sed 's/\\\\n/\\n/g; s/}/}\\n/g; s/></>\\n</g'";

export const bash = (command: string, description: string): Call => ({
  tool: 'Bash',
  input: { command, description },
});

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Files that a result names as holding the whole of it. */
const savedFiles = (text: string): readonly string[] =>
  [...text.matchAll(/(?:saved|written|stored) (?:to|in|at):?\s*[`"']?(\/[^\s`"'<>)]+)/gi)].map(
    ([, path = '']) => path.replace(/[.,;]+$/, ''),
  );

function grepFile(keyword: string, file: string, isOneLine: boolean): string {
  return isOneLine
    ? `${INTO_LINES} ${quoted(file)} | grep -nE ${quoted(keyword)} | ${HITS}`
    : `grep -nE ${quoted(keyword)} ${quoted(file)} | ${HITS}`;
}

function grepCommand(keyword: string, command: string, isOneLine: boolean): string {
  const lines = isOneLine ? `${INTO_LINES} | ` : '';
  return `${command} 2>&1 | ${lines}grep -nE ${quoted(keyword)} | ${HITS}`;
}

/** What a model tries when it has not seen what it wants, the likeliest first. */
export function followUps(intent: Intent, done: readonly Done[]): readonly Call[] {
  const { keyword } = intent;
  if (keyword === undefined) return [];
  const isOneLine = done.some(({ text }) => text.split('\n').some((line) => line.length > LONG_LINE));
  const saved = done.toReversed().flatMap(({ text }) => savedFiles(text));
  const calls = saved.flatMap((file): readonly Call[] => [
    bash(grepFile(keyword, file, isOneLine || file.endsWith('.json')), 'Search the saved output'),
    { tool: 'Read', input: { file_path: file, offset: 1, limit: LINES } },
  ]);
  if (intent.kind === 'read') calls.push(bash(grepFile(keyword, intent.file, isOneLine), 'Search the file'));
  if (intent.kind === 'fetch')
    calls.push(bash(grepCommand(keyword, `curl -s ${intent.url}`, true), 'Fetch again and search'));
  if (intent.kind === 'shell' && intent.isOnce !== true)
    calls.push(bash(grepCommand(keyword, intent.command, isOneLine), 'Run again and search'));
  return calls;
}
