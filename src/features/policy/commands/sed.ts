import type { ShellWord } from '../shell/word.ts';
import { parseOptions } from './options.ts';

/** An address, or none, and print, delete or quit; or one substitution that neither writes nor runs anything. */
const PLAIN =
  /^(?:(?:\d+|\$|\/[^/\\]*\/)(?:,(?:\d+|\$|\/[^/\\]*\/))?)?(?:[pdq=]|s([/|#,:@!])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpiI\d]*)$/;

/** Whether all that this sed does is to change or show lines: its language can also write files and run programs. */
export function isPlainSed(words: readonly ShellWord[]): boolean {
  const form = { values: ['-e', '--expression', '-f', '--file', '-l'] };
  const { options, operands } = parseOptions(words.slice(1), form);
  if (options.some(({ name }) => name === '-f' || name === '--file')) return false;
  // The copy that is kept may lie anywhere: a star in its name stands for the file's.
  if (options.some(({ name, value }) => /^(?:-i|--in-place)$/.test(name) && /[/*]/.test(value?.value ?? '')))
    return false;
  if (words.some(({ value }) => /^(?:-i|--in-p[a-z-]*=)\S*[/*]/.test(value))) return false;
  const given = options.flatMap(({ name, value }) =>
    /^(?:-e|--expression)$/.test(name) && value ? [value] : [],
  );
  const scripts = given.length > 0 ? given : operands.slice(0, 1);
  return scripts.length > 0 && scripts.every((script) => script.isLiteral && PLAIN.test(script.value));
}
