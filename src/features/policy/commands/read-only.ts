import type { ShellWord } from '../shell/word.ts';
import { isReadOnlyGit } from './read-only-git.ts';

/** Commands of the host's read-only set that have no option with which they write or run something. */
const READERS = new Set([
  'ls',
  'cat',
  'pwd',
  'head',
  'tail',
  'grep',
  'wc',
  'diff',
  'stat',
  'du',
  'cd',
  'echo',
  'which',
]);

/** Builtins that touch nothing but the flow of the script. */
const FLOW = new Set(['true', 'false', ':', 'test', '[', 'break', 'continue', 'exit', 'return', 'shift']);

/** Tests, orders and outputs of find that look only; everything else of it may write or run something. */
const FIND_OPTION = /^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|files0-from)$/;

/** What `xargs` may hand its input to. */
const FED_READERS = new Set(['echo', 'grep', 'wc', 'head', 'tail']);

/** Whether a command that begins with these words only looks, whatever files it is about. */
export function isReadOnly(words: readonly ShellWord[]): boolean {
  const [first, ...rest] = words;
  if (first === undefined || !first.isLiteral) return false;
  const name = first.value;
  if (FLOW.has(name)) return true;
  if (name === 'find') return rest.every((word) => word.isLiteral && !FIND_OPTION.test(word.value));
  if (name === 'git') return isReadOnlyGit(words);
  if (name === 'diff') return !rest.some(({ value }) => value.startsWith('--output'));
  if (name === 'xargs') return FED_READERS.has(rest[0]?.value ?? '') && rest.every((word) => word.isLiteral);
  return READERS.has(name);
}

/** Whether the command takes file names that the text does not show. */
export const isFedReader = (words: readonly ShellWord[]): boolean => words[0]?.value === 'xargs';
