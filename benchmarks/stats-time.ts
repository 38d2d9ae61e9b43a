import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { resolveProject } from '#infra/project.ts';
import { openDatabase } from '#storage/database.ts';
import { selectDriver } from '#storage/select-driver.ts';
import { createTallyStore } from '#storage/tally-store.ts';
import { interleave } from './measure/interleave.ts';
import { ratioFigures } from './measure/ratio-figures.ts';
import { median } from './measure/statistics.ts';
import type { Figure, MeasureOptions, Question } from './question.ts';

const ROUNDS = { count: 25, warmUp: 3 };
const QUICK_ROUNDS = { count: 7, warmUp: 2 };
const EVENTS = 1_000_000;
const QUICK_EVENTS = 100_000;
const SESSIONS = 200;
const PROJECTS = 20;
const MUST_RATIO = 2;
const MUST_MS = 150;
const DAY_MS = 24 * 3_600_000;

/** Events of 200 sessions over 100 days, with their counters, as an older store brings them. */
function fill(databasePath: string, distDir: string, events: number): void {
  const { driver } = selectDriver({ bundleDir: distDir });
  const database = openDatabase({ driver, path: databasePath });
  const startMs = Date.now() - 20 * DAY_MS;
  database.write((c) => {
    c.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO events (session_id, platform, name, tool_name, tool_use_id, bytes, at_ms)
       SELECT 's-' || (i % ?), 'claude-code', 'post_tool', 'Bash', 't-' || i, 900, ? + i FROM n`,
    ).run(events, SESSIONS, startMs);
    c.prepare(
      `INSERT INTO sessions (id, platform, cwd, started_ms, last_ms)
       SELECT DISTINCT session_id, platform, '', ?, ? FROM (SELECT session_id, platform FROM events LIMIT 5000)`,
    ).run(startMs, startMs);
  });
  const tallies = createTallyStore(database);
  for (let session = 0; session < SESSIONS; session += 1) {
    const atMs = startMs + (session % 100) * DAY_MS;
    const sums = { producedBytes: 90_000, hostBytes: 20_000, enteredBytes: 4_000, overheadBytes: 200 };
    tallies.add(`s-${session}`, [
      { atMs, entry: { kind: 'event', name: 'post_tool', count: events / SESSIONS } },
      { atMs, entry: { kind: 'session', name: 'claude-code' } },
      { atMs, entry: { kind: 'output', name: 'ctx_execute', ...sums } },
      { atMs, entry: { kind: 'follow', name: 'ctx_read', overheadBytes: 900 } },
    ]);
  }
  database.close();
}

function timed(
  options: MeasureOptions,
  home: string,
  cwd: string,
  args: readonly string[],
  said: string,
): number {
  const env = options.product.environment(home);
  const startMs = performance.now();
  const { status, stdout } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
  const ms = performance.now() - startMs;
  if (status !== 0 || !stdout.includes(said)) throw new Error(`${args.join(' ')}: ${status} ${stdout}`);
  return ms;
}

async function measure(options: MeasureOptions): Promise<readonly Figure[]> {
  const { product, isQuick } = options;
  const home = product.newFolder();
  const data = join(home, '.plimsoll');
  const folders = Array.from({ length: PROJECTS }, (_, place) => join(home, `project-${place}`));
  const [own = home] = folders;
  const events = isQuick ? QUICK_EVENTS : EVENTS;
  for (const folder of folders) {
    mkdirSync(folder);
    const { databasePath, dataDir } = resolveProject(data, folder);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    fill(databasePath, product.distDir, folder === own ? events : SESSIONS);
  }
  const cli = join(product.distDir, 'cli.mjs');
  const counts = join(resolveProject(data, own).dataDir, 'counts.json');
  const said = `recorded: ${events === EVENTS ? '1,000,000' : '100,000'} events`;
  const stats = () => timed(options, home, own, [cli, 'stats'], said);
  const taken = await interleave(
    {
      bare: () => timed(options, home, own, ['-e', '0'], ''),
      kept: stats,
      all: () => timed(options, home, own, [cli, 'stats', '--all'], 'plimsoll, all projects'),
      counted() {
        rmSync(counts, { force: true });
        return stats();
      },
    },
    isQuick ? QUICK_ROUNDS : ROUNDS,
  );
  const ofOne = ratioFigures({
    label: 'stats',
    valuesMs: taken.kept,
    floorsMs: taken.bare,
    must: MUST_RATIO,
  });
  return [
    ...ofOne,
    { name: 'stats --all of 20 projects, median', value: median(taken.all), unit: 'ms', must: MUST_MS },
    { name: 'events in the store', value: events, unit: 'count' },
    {
      name: 'stats when something was written since, median',
      value: median(taken.counted),
      unit: 'ms',
      must: MUST_MS,
    },
  ];
}

export const statsTime: Question = {
  name: 'stats-time',
  text: 'How long do stats take?',
  floor: 'bare `node -e 0`, spawned the same way',
  meaning:
    'Time from spawn to exit of `plimsoll stats` in a project with a million events, and of `stats --all` over 20 projects. As long as nothing was written since the last time, counts kept beside the stores are read; the last figure is of the other case, in which the store is opened and its counters are read.',
  measure,
};
