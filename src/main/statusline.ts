/**
 * `statusline.cjs`: takes the host's status JSON on stdin, keeps the context load for hooks and tools, and prints one
 * line for the person. Started after every message, so it loads as little as a hook.
 */
import { writeSync } from 'node:fs';
import { isRecord, parseJson } from '#core/json.ts';
import { loadOf, renderLoad } from '#features/statusline/context-load.ts';
import { readHookInput } from '#hooks/stdin.ts';
import { resolveHome } from '#infra/home.ts';
import { createLog } from '#infra/logger.ts';
import { fileSafe } from '#infra/spool.ts';
import { writePrivate } from '#infra/write-private.ts';

const DEADLINE_MS = 1_500;

async function main(): Promise<void> {
  const home = resolveHome(process.env);
  const log = createLog(home, 'statusline', Date.now);
  const input = await readHookInput(DEADLINE_MS);
  if (input.kind === 'fault') {
    log({ code: input.code, message: input.message });
    return;
  }
  const status = parseJson(input.text);
  const load = isRecord(status) ? loadOf(status, Date.now()) : undefined;
  if (load === undefined) return;
  writeSync(1, `${renderLoad(load)}\n`);
  try {
    writePrivate(`${home}/context/${fileSafe(load.sessionId)}.json`, JSON.stringify(load));
  } catch (thrown) {
    log({ code: 'HOME_UNUSABLE', message: String(thrown) });
  }
}

main().then(
  () => process.exit(0),
  () => process.exit(0),
);
