import { PRODUCT_NAME } from '#core/tool-names.ts';
import { BUNDLE_COMMANDS } from './bundles.ts';
import type { Command } from './command.ts';
import { FOR_PROMPT } from './report-error.ts';

/** What is told of a command without running it. */
export type CommandHelp = Pick<Command, 'name' | 'summary' | 'usage'>;

/** One command's own help. */
export const commandHelp = ({ summary, usage }: Pick<CommandHelp, 'summary' | 'usage'>): string =>
  `${summary}\n\n${usage}`;

/** The general help: every command in a line, and the exit codes. */
export function generalHelp(commands: readonly CommandHelp[], version: string): string {
  const own = [...commands, ...BUNDLE_COMMANDS].map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`);
  return [
    `${PRODUCT_NAME} ${version}: keeps large tool output out of a coding agent's context window`,
    '',
    `usage: ${PRODUCT_NAME} <command> [options]     (${PRODUCT_NAME} <command> --help tells more)`,
    '',
    ...own,
    '',
    `${PRODUCT_NAME} <command> ${FOR_PROMPT} ...  inside a prompt: exit code 0 always, and what failed is on stdout`,
    'exit codes: 0 done; 1 failed, or nothing found; 2 wrong arguments',
    'data lies in $PLIMSOLL_HOME, else ~/.plimsoll',
  ].join('\n');
}
