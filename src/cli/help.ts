import { PRODUCT_NAME } from '#core/tool-names.ts';
import { BUNDLE_COMMANDS } from './bundles.ts';
import type { Command } from './command.ts';

/** The general help: every command in a line, and the exit codes. */
export function generalHelp(commands: readonly Command[], version: string): string {
  const own = [...commands, ...BUNDLE_COMMANDS].map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`);
  return [
    `${PRODUCT_NAME} ${version}: keeps large tool output out of a coding agent's context window`,
    '',
    `usage: ${PRODUCT_NAME} <command> [options]     (${PRODUCT_NAME} <command> --help tells more)`,
    '',
    ...own,
    '',
    'exit codes: 0 done; 1 failed, or nothing found; 2 wrong arguments',
    'data lies in $PLIMSOLL_HOME, else ~/.plimsoll',
  ].join('\n');
}
