import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { release, type as systemType } from 'node:os';
import { toAppError } from '#core/errors.ts';
import { parseJson } from '#core/json.ts';
import type { ReportFacts } from '#features/doctor/report.ts';
import type { Environment } from '#infra/home.ts';
import { ownFiles } from '#infra/own-files.ts';
import { openDatabase } from '#storage/database.ts';
import { integrityOf } from '#storage/integrity.ts';
import { allProjects } from './all-projects.ts';
import { VERSION } from './version.ts';
import { chooseDriver } from './workspace.ts';

const FAULTS = 10;
/** Variables that change what we do; of others not even the names are told. */
const RELEVANT = /^(?:PLIMSOLL_|CLAUDE|NODE_|BUN_|(?:HTTPS?|ALL|NO)_PROXY$|PATH$|SHELL$|LANG$|TMPDIR$)/i;

function newestFaults(home: string): readonly string[] {
  return ownFiles(home, 'logs')
    .filter((file) => file.endsWith('.log'))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(-FAULTS))
    .filter((line) => parseJson(line) !== undefined)
    .sort()
    .slice(-FAULTS);
}

/** A line of `ps`: process, time, memory, and of its arguments only which of our bundles it runs; others may be secret. */
const OURS = /^\s*(\d+\s+\S+\s+\d+)\s.*?(\S*dist[\\/](?:server\.mjs|hook\.cjs|statusline\.cjs|cli\.mjs))/;

/** Processes that run one of our bundles; none where the system does not tell. */
const ownProcesses = (): Promise<readonly string[]> =>
  new Promise((resolve) => {
    if (process.platform === 'win32') return resolve([]);
    execFile('ps', ['-eo', 'pid,etime,rss,args'], { timeout: 2_000 }, (error, stdout) => {
      if (error) return resolve([]);
      return resolve(
        stdout.split('\n').flatMap((line) => {
          const [, figures, bundle] = OURS.exec(line) ?? [];
          return figures === undefined || bundle === undefined ? [] : [`${figures} ${bundle}`];
        }),
      );
    });
  });

/** What the report tells beside the findings. Never rejects: what cannot be had is said. */
export async function reportFacts(env: Environment, home: string, platform: string): Promise<ReportFacts> {
  const stores = allProjects(home)
    .filter(({ databasePath }) => existsSync(databasePath))
    .map(({ databasePath }) => {
      const bytes = statSync(databasePath).size;
      try {
        const database = openDatabase({ driver: chooseDriver(env, () => undefined), path: databasePath });
        const integrity = `quick_check ${integrityOf(database)}`;
        database.close();
        return { path: databasePath, bytes, integrity };
      } catch (thrown) {
        return { path: databasePath, bytes, integrity: toAppError(thrown).message };
      }
    });
  return {
    version: VERSION,
    system: `${systemType()} ${release()} ${process.arch}, Node ${process.version}`,
    platform,
    variables: Object.keys(env)
      .filter((name) => env[name] !== undefined && RELEVANT.test(name))
      .sort(),
    stores,
    processes: await ownProcesses(),
    faults: newestFaults(home),
  };
}
