/**
 * `statusline.cjs [--home FOLDER]`: takes the host's status JSON on stdin, keeps the context load for hooks and tools, and
 * prints what the user's former status line prints, and one line of ours. Started after every message, so it loads as
 * little as a hook. Whatever fails, a line is printed.
 */
import { writeSync } from 'node:fs';
import type { HostStatus } from '#core/context-load.ts';
import type { ErrorCode } from '#core/errors.ts';
import { isRecord, parseJson } from '#core/json.ts';
import { PRODUCT_NAME } from '#core/tool-names.ts';
import { hostSettings, wantedKeys } from '#features/context/host-files.ts';
import { isFresh, keptLoad } from '#features/context/kept-load.ts';
import { sessionState } from '#features/context/session-state.ts';
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
import { claudeWindows } from '#platforms/context/claude-limit.ts';
import { settingsFiles } from '#platforms/context/claude-settings-files.ts';
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
function or<T>(log: Log, read: () => T, fallback: T, code: ErrorCode = 'ARGUMENT_INVALID'): T {
  try {
    return read();
  } catch (thrown) {
    log({ code, message: thrown instanceof Error ? thrown.message : String(thrown) });
    return fallback;
  }
}

/** The load that counts: the one that was said now, else the one that was said last and nothing speaks against. */
function lastSaid(status: HostStatus, home: string): HostStatus['load'] {
  const { sessionId, atMs } = status.load;
  const files = contextFiles(home, sessionId);
  if (status.isLoadSaid) {
    const { load, costUsd } = status;
    // The cost is for stats: no transcript tells it.
    files.write('json', costUsd === undefined ? load : { ...load, costUsd });
    return load;
  }
  const load = keptLoad(files.read('json')?.value ?? {}, sessionId, atMs);
  const { emptiedAtMs = 0 } = sessionState(files.read('state')?.value ?? {}, atMs);
  return load === undefined || load.atMs <= emptiedAtMs ? status.load : load;
}

function lineOf(said: HostStatus, home: string, log: Log): string {
  const load = or(log, () => lastSaid(said, home), said.load, 'HOME_UNUSABLE');
  const status = { ...said, load };
  const nowMs = said.load.atMs;
  const projectRoot = status.projectFolder ?? status.folder ?? process.cwd();
  const files = settingsFiles({
    home: environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE') ?? '',
    configDir: environmentValue(env, 'CLAUDE_CONFIG_DIR'),
    platform: process.platform,
    projectRoot,
  });
  const parts = lineParts({
    status,
    oldMs: isFresh(load.atMs, nowMs) ? undefined : nowMs - load.atMs,
    settings: or(log, () => readLineSettings(env, home), DEFAULT_LINE),
    isRaw: or(log, () => readNoteSettings(env, home).isRaw, false),
    home,
    platform: PLATFORM,
    facts: claudeWindows,
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
  return status === undefined ? PRODUCT_NAME : lineOf(status, home, log);
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
