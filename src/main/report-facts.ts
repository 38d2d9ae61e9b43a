import { existsSync, readFileSync, statSync } from 'node:fs';
import { release, type as systemType } from 'node:os';
import { toAppError } from '#core/errors.ts';
import { parseJson } from '#core/json.ts';
import type { ReportFacts } from '#features/doctor/report.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { ownFiles } from '#infra/own-files.ts';
import { ownProcesses } from '#infra/process/own-processes.ts';
import { findPlatformByEnvironment } from '#platforms/index.ts';
import { SETUPS } from '#platforms/setups.ts';
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

/** Which agent this is about, and by what that is known. */
function agentText(env: Environment): string {
  const named = environmentValue(env, 'PLIMSOLL_HOST');
  const found = findPlatformByEnvironment(env);
  const [id, mark] = named === undefined ? [found?.id, found?.environmentMark] : [named, 'PLIMSOLL_HOST'];
  if (id === undefined) return 'none: neither PLIMSOLL_HOST nor a variable of a known agent is set';
  const name = SETUPS.find((setup) => setup.id === id)?.displayName;
  return `${name ?? `unknown (${id})`}, by ${mark ?? ''}`;
}

/** What the report tells beside the findings. Never rejects: what cannot be had is said. */
export async function reportFacts(env: Environment, home: string): Promise<ReportFacts> {
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
    platform: agentText(env),
    variables: Object.keys(env)
      .filter((name) => env[name] !== undefined && RELEVANT.test(name))
      .sort(),
    stores,
    processes: (await ownProcesses(env)).map(
      ({ pid, ageSeconds, rssKib, bundle }) => `${pid} ${ageSeconds}s ${rssKib} ${bundle}`,
    ),
    faults: newestFaults(home),
  };
}
