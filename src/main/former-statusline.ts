import { isRecord, parseJson, stringField } from '#core/json.ts';
import type { Environment } from '#infra/home.ts';
import { readSmallFile } from '#infra/read-small.ts';
import { isOwnCommand, setupFile } from '#infra/statusline-setup.ts';

/** A status line that takes longer would be of no use to anybody. */
const LIMIT_MS = 3_000;
const MAX_BYTES = 1024 * 1024;
/** Set for the former command: should it start us again, we print our own line only. */
const GUARD = 'PLIMSOLL_STATUSLINE_INNER';

/**
 * What the status line prints that the user had before ours, with a line end; empty when there was none, or it prints
 * nothing. It gets the same input. Its errors are its own.
 */
export async function formerOutput(home: string, input: string, env: Environment): Promise<string> {
  if (env[GUARD] !== undefined) return '';
  const setup = parseJson(readSmallFile(setupFile(home), MAX_BYTES) ?? '');
  const former = isRecord(setup) ? stringField(setup, 'formerCommand') : undefined;
  if (former === undefined || former.trim() === '' || isOwnCommand(former, home)) return '';
  const { spawnSync } = await import('node:child_process');
  const { stdout } = spawnSync(former, {
    shell: true,
    input,
    encoding: 'utf8',
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
    windowsHide: true,
    env: { ...env, [GUARD]: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const text = (stdout ?? '').replace(/\s+$/, '');
  return text === '' ? '' : `${text}\n`;
}
