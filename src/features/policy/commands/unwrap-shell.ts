import type { ShellWord } from '../shell/word.ts';

/** What a command runs in its turn. */
export interface Unwrapped {
  readonly commands: readonly (readonly ShellWord[])[];
  /** Texts that a shell will read. */
  readonly scripts: readonly ShellWord[];
  /** It runs text that the script does not show. */
  readonly isHidden?: true;
}

/** Options of shells whose value is the next word. */
const VALUES = new Set(['-o', '+o', '-O', '+O', '--rcfile', '--init-file']);

/** A text that the shell will read: to be looked at, and hidden as far as it is put together only when it runs. */
export const readsInput = (script: ShellWord | undefined): Unwrapped =>
  script === undefined
    ? { commands: [], scripts: [], isHidden: true }
    : { commands: [], scripts: [script], ...(script.isLiteral ? {} : { isHidden: true }) };

const NOTHING: Unwrapped = { commands: [], scripts: [] };

/** What a shell is given to run: the script behind `-c`, or what it reads; a file says nothing. */
export function unwrapShell(words: readonly ShellWord[], input: ShellWord | undefined): Unwrapped {
  const { isScript, isInput, at } = shellOptions(words);
  const first = words[at];
  if (isScript) return first === undefined ? NOTHING : readsInput(first);
  if (words.some(({ value }) => /^--?(?:version|help)$/.test(value))) return NOTHING;
  const isFile = first !== undefined && !isInput && !/^(?:\/dev\/(?:stdin|fd\/0)|-)$/.test(first.value);
  if (!isFile) return readsInput(input);
  return first.isLiteral ? NOTHING : readsInput(undefined);
}

/** Whether a script or the input is to be run, and where the options end. */
function shellOptions(words: readonly ShellWord[]) {
  let isScript = false;
  let isInput = false;
  let at = 1;
  for (; at < words.length; at += 1) {
    const value = words[at]?.value ?? '';
    if (value === '-' || value === '--') return { isScript, isInput, at: at + 1 };
    if (!/^[-+]/.test(value)) break;
    isScript ||= /^-[A-Za-z]*c[A-Za-z]*$/.test(value) || value === '--command';
    isInput ||= /^-[A-Za-z]*s[A-Za-z]*$/.test(value);
    if (VALUES.has(value) || /^-[A-Za-z]+o$/.test(value)) at += 1;
  }
  return { isScript, isInput, at };
}
