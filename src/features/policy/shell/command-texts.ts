import { baseName } from '../commands/command-name.ts';
import { parseOptions } from '../commands/options.ts';
import type { FoundCommand } from './findings.ts';
import type { ShellWord } from './word.ts';

const GIT_VALUES = ['-c', '-C', '--git-dir', '--work-tree', '--exec-path', '--namespace', '--config-env'];

const join = (name: string, words: readonly ShellWord[]): string =>
  [name, ...words.map(({ value }) => value)].join(' ');

/**
 * The texts of a command that rules which forbid or ask are compared with: as written with single blanks, without quotes,
 * under the bare name of the program, and git without the options in front of its subcommand. Never empty.
 */
export function strictTexts({ text, words }: FoundCommand, platform: NodeJS.Platform): readonly string[] {
  const [first, ...rest] = words;
  const name = baseName(first, platform);
  const texts = new Set([
    text.replace(/(?:\\?[ \t\n])+/g, ' ').trim(),
    join(first?.value ?? '', rest),
    join(name, rest),
  ]);
  if (name === 'git') {
    const { operandAt } = parseOptions(rest, { values: GIT_VALUES }, true);
    texts.add(join(name, rest.slice(operandAt)));
  }
  return [...texts];
}
