/**
 * `statusline.cjs [--home FOLDER]`: takes the host's status JSON on stdin, keeps the context load for hooks and tools, and
 * prints what the user's former status line prints, and one line of ours. Started after every message, so it loads as
 * little as a hook. Whatever fails, a line is printed.
 */
import { writeSync } from 'node:fs';
import type { HostStatus } from '#core/context-load.ts';
import { isRecord, parseJson } from '#core/json.ts';
import { PRODUCT_NAME } from '#core/tool-names.ts';
import { hostSettings, wantedKeys } from '#features/context/host-files.ts';
import { readNoteSettings } from '#features/context/settings.ts';
import { layOut } from '#features/context/status-line/layout.ts';
import { lineParts } from '#features/context/status-line/parts.ts';
import { DEFAULT_LINE, readLineSettings } from '#features/context/status-line/settings.ts';
import { readHookInput } from '#hooks/stdin.ts';
import { contextFiles } from '#infra/context-files.ts';
import { gitBranch } from '#infra/git-branch.ts';
import { environmentValue, resolveHome } from '#infra/home.ts';
import { createLog, type Log } from '#infra/logger.ts';
import { readSmallFile } from '#infra/read-small.ts';
import { claudeContext } from '#platforms/context/claude.ts';
import { statusOf } from '#platforms/context/claude-status.ts';
import { formerOutput } from './former-statusline.ts';

const DEADLINE_MS = 1_500;
/** The client's own file of settings grows with its history. */
const SETTINGS_BYTES = 8 * 1024 * 1024;
const COLUMNS = 80;
/** Only Claude Code has a status line of this form. */
const PLATFORM = 'claude-code';

const folder = process.argv[2] === '--home' ? process.argv[3] : undefined;
const env = folder === undefined ? process.env : { ...process.env, PLIMSOLL_HOME: folder };

/** What fails is logged, and another value stands in its place. */
function or<T>(log: Log, read: () => T, fallback: T): T {
  try {
    return read();
  } catch (thrown) {
    log({ code: 'ARGUMENT_INVALID', message: thrown instanceof Error ? thrown.message : String(thrown) });
    return fallback;
  }
}

function lineOf(status: HostStatus, home: string, log: Log): string {
  const projectRoot = status.projectFolder ?? status.folder ?? process.cwd();
  const files = claudeContext.settingsFiles({
    home: environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE') ?? '',
    configDir: environmentValue(env, 'CLAUDE_CONFIG_DIR'),
    platform: process.platform,
    projectRoot,
  });
  const parts = lineParts({
    status,
    settings: or(log, () => readLineSettings(env, home), DEFAULT_LINE),
    isRaw: or(log, () => readNoteSettings(env, home).isRaw, false),
    home,
    platform: PLATFORM,
    facts: claudeContext,
    host: hostSettings(env, files, ({ path, keys }) =>
      wantedKeys(readSmallFile(path, SETTINGS_BYTES) ?? '', keys),
    ),
    kept: () => contextFiles(home, status.load.sessionId).read('kept')?.value,
    branch: () => gitBranch(status.folder ?? projectRoot),
  });
  const columns = Number(environmentValue(env, 'COLUMNS')) || COLUMNS;
  const isColoured = !environmentValue(env, 'NO_COLOR') && env.TERM !== 'dumb';
  return layOut(parts, columns, isColoured);
}

function ownLine(text: string, home: string, log: Log): string {
  const value = parseJson(text);
  const status = isRecord(value) ? statusOf(value, Date.now()) : undefined;
  if (status === undefined) return PRODUCT_NAME;
  try {
    // The cost is for stats: no transcript tells it.
    const { load, costUsd } = status;
    contextFiles(home, load.sessionId).write('json', {
      ...load,
      ...(costUsd === undefined ? {} : { costUsd }),
    });
  } catch (thrown) {
    log({ code: 'HOME_UNUSABLE', message: String(thrown) });
  }
  return lineOf(status, home, log);
}

async function main(): Promise<void> {
  const home = resolveHome(env);
  const log = createLog(home, 'statusline', Date.now);
  const input = await readHookInput(DEADLINE_MS);
  if (input.kind === 'fault') log({ code: input.code, message: input.message });
  const text = input.kind === 'fault' ? '' : input.text;
  const own = or(log, () => ownLine(text, home, log), PRODUCT_NAME);
  const former = await formerOutput(home, text, env);
  writeSync(1, `${former}${own}\n`);
}

main().then(
  () => process.exit(0),
  () => {
    writeSync(1, `${PRODUCT_NAME}\n`);
    process.exit(0);
  },
);
