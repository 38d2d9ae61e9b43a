import { existsSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { toAppError } from '#core/errors.ts';
import type {
  ConfigFact,
  Installation,
  MigratedStore,
  RunningServer,
  StoreFact,
  UpgradeFacts,
} from '#features/upgrade/facts.ts';
import type { Environment } from '#infra/home.ts';
import { installedPlugins, marketplaceFolder, pluginVersion } from '#infra/installed-plugins.ts';
import { type OwnProcess, ownProcesses } from '#infra/process/own-processes.ts';
import { trustedEnvironment } from '#infra/process/trusted-path.ts';
import { backupStore, storeVersion } from '#storage/backup.ts';
import { openDatabase } from '#storage/database.ts';
import type { Driver } from '#storage/driver.ts';
import { allProjects } from './all-projects.ts';
import { bundleDirectory } from './bundle-directory.ts';
import { loadExports } from './load-exports.ts';
import { VERSION } from './version.ts';

export interface UpgradePlace {
  readonly env: Environment;
  readonly home: string;
  readonly projectRoot: string;
  /** The agent's configuration folder. */
  readonly configDir: string;
  readonly driver: () => Driver;
}

const MARKETPLACE = 'plimsoll';
/** The agent's name for the plugin. */
export const PLUGIN = `plimsoll@${MARKETPLACE}`;
/** A process is told in whole seconds since its start. */
const CLOCK_SLACK_S = 2;

/** How this copy was installed, by where it lies. */
export function installationOf(root: string, configDir: string): Installation {
  if (root.startsWith(join(configDir, 'plugins', '/')))
    return { kind: 'plugin', plugin: PLUGIN, marketplace: MARKETPLACE };
  const above = dirname(root);
  if (basename(above) === 'node_modules') {
    const isGlobal = basename(dirname(above)) === 'lib' || !existsSync(join(dirname(above), 'package.json'));
    return { kind: 'npm', isGlobal, folder: dirname(above) };
  }
  return existsSync(join(root, '.git')) ? { kind: 'git', folder: root } : { kind: 'folder', folder: root };
}

function stateOf({ bundle, ageSeconds }: OwnProcess, nowMs: number): RunningServer['state'] {
  const stat = statSync(bundle, { throwIfNoEntry: false });
  if (stat === undefined || pluginVersion(dirname(dirname(bundle))) !== VERSION) return 'older';
  const startedMs = nowMs - (ageSeconds + CLOCK_SLACK_S) * 1_000;
  return Math.max(stat.mtimeMs, stat.ctimeMs) > startedMs + 2 * CLOCK_SLACK_S * 1_000 ? 'older' : 'current';
}

/** Servers of this copy and of the agent's plugin; a copy elsewhere is somebody else's business. */
async function runningServers({
  env,
  projectRoot,
  configDir,
}: UpgradePlace): Promise<readonly RunningServer[]> {
  const ours = [bundleDirectory(), join(configDir, 'plugins', '/')];
  const all = await ownProcesses(trustedEnvironment(env, projectRoot));
  return (
    all
      .filter(({ bundle }) => isAbsolute(bundle) && basename(bundle) === 'server.mjs')
      // A check starts one of its own.
      .filter(({ parent }) => parent !== process.pid)
      .filter(({ bundle }) => ours.some((folder) => bundle.startsWith(folder)))
      .map((own) => ({ pid: own.pid, bundle: own.bundle, state: stateOf(own, Date.now()) }))
  );
}

/** Stores that exist, by their schema; nothing of them is changed. */
function storeFacts({ home, driver }: UpgradePlace): readonly StoreFact[] {
  return allProjects(home)
    .map(({ databasePath }) => databasePath)
    .filter((path) => existsSync(path))
    .map((path) => {
      try {
        return { path, ...storeVersion(driver(), path) };
      } catch (thrown) {
        return { path, version: 0, latest: 0, trouble: toAppError(thrown).message };
      }
    });
}

/** Exports that are there, a line each; what was never exported is no part of it. */
async function exportedConfigs({ env, home, projectRoot }: UpgradePlace): Promise<readonly ConfigFact[]> {
  const desk = await loadExports(env, home);
  const isStartable = desk.isStartable();
  return desk
    .states(projectRoot)
    .filter(({ kind }) => kind !== 'absent')
    .map(({ platform, kind, stale, folder, form }) => ({
      name: `${platform} --${form} --dir "${folder}"`,
      file: stale[0] ?? folder,
      isCurrent: kind === 'current' && isStartable,
    }));
}

/** What is installed, what runs and what the data is. @throws AppError DRIVER_MISSING, and the file system's error */
export async function upgradeFacts(place: UpgradePlace): Promise<UpgradeFacts> {
  const root = dirname(join(bundleDirectory(), 'x').slice(0, -2));
  return {
    version: VERSION,
    bundleDir: join(root, 'dist'),
    installation: installationOf(root, place.configDir),
    installed: installedPlugins(place.configDir, PLUGIN),
    offered: pluginVersion(marketplaceFolder(place.configDir, MARKETPLACE)),
    servers: await runningServers(place),
    stores: storeFacts(place),
    configs: await exportedConfigs(place),
    program: `node "${join(root, 'dist', 'cli.mjs')}"`,
  };
}

/** Copies each older store, then migrates it. A store that fails hides none of the others; its copy stays. */
export function migrateStores(place: UpgradePlace): readonly MigratedStore[] {
  return storeFacts(place)
    .filter(({ version, latest, trouble }) => trouble === undefined && version < latest)
    .map(({ path, version, latest }) => {
      const driver = place.driver();
      let backup: string | undefined;
      try {
        backup = backupStore(driver, path, version);
        const database = openDatabase({ driver, path });
        database.read(() => undefined);
        database.close();
        return { path, from: version, to: latest, backup };
      } catch (thrown) {
        const trouble = toAppError(thrown).message;
        return { path, from: version, to: latest, trouble, ...(backup === undefined ? {} : { backup }) };
      }
    });
}
