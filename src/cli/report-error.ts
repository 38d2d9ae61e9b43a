import { toAppError } from '#core/errors.ts';

/** Behind a command: the output becomes part of a prompt, and the exit code is 0 always. */
export const FOR_PROMPT = '--for-prompt';

/** Prints what failed on stderr. Returns the exit code: 2 for arguments that are wrong, 1 for everything else. */
export function reportError(thrown: unknown): number {
  const error = toAppError(thrown);
  process.stderr.write(`plimsoll: ${error.message}\n`);
  return error.code === 'ARGUMENT_INVALID' ? 2 : 1;
}
