import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExportDesk } from '#features/export/desk.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { bundleDirectory } from './bundle-directory.ts';
import { importModule } from './import-module.ts';

/**
 * The user's own folder, where agents look for their settings. What the environment names counts only if it is a whole path: a
 * relative one would be another folder in each project, and an empty one the root of the disk. Then the system's own record counts.
 */
export function userFolder(env: Environment): string {
  const named = environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE');
  return named !== undefined && isAbsolute(named) ? named : userInfo().homedir;
}

/** Exports to other agents, from a bundle of their own: few processes need them. */
export async function loadExports(env: Environment, home: string): Promise<ExportDesk> {
  const bundleDir = bundleDirectory();
  const file = pathToFileURL(join(bundleDir, 'exports.mjs')).href;
  const { createExportDesk } = (await importModule(file)) as typeof import('./exports.ts');
  return createExportDesk({ env, home, userHome: userFolder(env), bundleDir });
}

/** What other agents start leads to this version from now on, where something was exported. Rejects when it cannot be written. */
export async function refreshStarted(env: Environment, home: string): Promise<void> {
  if (!existsSync(join(home, 'exports.json'))) return;
  (await loadExports(env, home)).refresh();
}
