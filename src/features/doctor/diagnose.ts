import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from '#core/errors.ts';
import { type Check, type Finding, findingsOf } from './finding.ts';

/** Together they must not take longer; a look that hangs is itself a finding. */
const LIMIT_MS = 8_000;

async function lookInto({ area, look }: Check): Promise<readonly Finding[]> {
  const { failure } = findingsOf(area);
  const cancel = new AbortController();
  const late = sleep(LIMIT_MS, undefined, { signal: cancel.signal }).then(
    () => [
      failure(
        `no answer within ${LIMIT_MS / 1_000} s`,
        'Run plimsoll doctor again when the machine is less busy.',
      ),
    ],
    () => [],
  );
  try {
    return await Promise.race([Promise.resolve().then(look), late]);
  } catch (thrown) {
    return [failure(toAppError(thrown).message, 'The message says what is wrong.')];
  } finally {
    cancel.abort();
  }
}

/** Runs all checks side by side; findings in the order of the checks. Never rejects: what fails is a finding. */
export async function diagnose(checks: readonly Check[]): Promise<readonly Finding[]> {
  return (await Promise.all(checks.map(lookInto))).flat();
}
