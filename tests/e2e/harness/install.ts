import { spawnSync } from 'node:child_process';
import { isInstalled, pinnedClients } from './clients.ts';
import { GEMINI_VERSION, isGeminiInstalled } from './gemini-client.ts';
import { E2E_FOLDER } from './locations.ts';
import { isPresent, RUNTIMES } from './runtimes.ts';

/**
 * Installs the pinned clients and runtimes where one is missing. Install scripts stay off: the tests call the native
 * executables directly. A failure is only printed; what is missing then becomes counted skips.
 */
export function installMissing(): void {
  if (pinnedClients().every(isInstalled) && RUNTIMES.every(isPresent) && isGeminiInstalled()) return;
  console.error('installing the pinned clients and runtimes into tests/e2e/node_modules …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = [
    'ci',
    // The root's .npmrc leaves them out, and npm hands that on to what it starts.
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-bin-links',
    '--no-audit',
    '--no-fund',
    '--prefix',
    E2E_FOLDER,
  ];
  const { status, stderr, error } = spawnSync(npm, args, { encoding: 'utf8', timeout: 300_000 });
  if (status !== 0) console.error(`install failed: ${error?.message ?? stderr.trim().slice(-500)}`);
  const missing = pinnedClients().filter((client) => !isInstalled(client));
  if (missing.length > 0) console.error(`not installed: ${missing.map(({ id }) => id).join(', ')}`);
  if (!isGeminiInstalled()) console.error(`not installed: Gemini CLI ${GEMINI_VERSION}`);
}
