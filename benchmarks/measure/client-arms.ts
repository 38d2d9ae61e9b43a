import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, isInstalled, pinnedClients } from '../../tests/e2e/harness/clients.ts';
import { startGitServer } from '../../tests/e2e/harness/git-server.ts';
import { installMissing } from '../../tests/e2e/harness/install.ts';
import { installPlugin } from '../../tests/e2e/harness/plugin-manager.ts';
import { makeSandbox, type Sandbox } from '../../tests/e2e/harness/sandbox.ts';
import { makeSnapshot } from '../../tests/e2e/harness/snapshot.ts';

/** The same client twice, each with a home and project of its own: without the plugin, and with it. */
export interface ClientArms {
  readonly client: Client;
  readonly bare: Sandbox;
  readonly plugin: Sandbox;
}

/** Prepares both arms for each installed client, oldest first, and removes them afterwards. Empty when none is installed. */
export async function withClientArms<T>(work: (arms: ClientArms) => Promise<T>): Promise<readonly T[]> {
  installMissing();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-arms-')));
  makeSnapshot(folder);
  const server = await startGitServer(folder);
  const made: T[] = [];
  try {
    for (const client of pinnedClients().filter(isInstalled)) {
      const [bare, plugin] = [makeSandbox(), makeSandbox()];
      try {
        await installPlugin(client, plugin, `${server.url}/plimsoll.git`);
        made.push(await work({ client, bare, plugin }));
      } finally {
        for (const sandbox of [bare, plugin]) sandbox.dispose();
      }
    }
    return made;
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
