import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, isInstalled, pinnedClients } from '../../tests/e2e/harness/clients.ts';
import { startGitServer } from '../../tests/e2e/harness/git-server.ts';
import { installMissing } from '../../tests/e2e/harness/install.ts';
import { installPlugin } from '../../tests/e2e/harness/plugin-manager.ts';
import { makeSandbox, type Sandbox } from '../../tests/e2e/harness/sandbox.ts';
import { makeSnapshot } from '../../tests/e2e/harness/snapshot.ts';

/**
 * The same client three times, each with a home and project of its own: without the plugin, with the plugin's hooks and a
 * server that answers them at once and does nothing, and with the plugin. The second is what hooks cost the client itself.
 */
export interface ClientArms {
  readonly client: Client;
  readonly bare: Sandbox;
  readonly idle: Sandbox;
  readonly plugin: Sandbox;
}

/** Speaks as much MCP as a client needs to call a hook tool. */
const IDLE_SERVER = `import { createInterface } from 'node:readline';
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'idle', version: '1' },
  }),
  'tools/list': () => ({ tools: [] }),
  'tools/call': () => ({ content: [{ type: 'text', text: '{}' }] }),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = results[method]?.(params) ?? {};
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
}).on('close', () => process.exit(0));
`;

/** Puts the idle server in place of the installed one. @throws Error where none is installed */
function idleServer(sandbox: Sandbox): void {
  const found = readdirSync(sandbox.home, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(join('dist', 'server.mjs')),
  );
  if (found.length === 0) throw new Error(`no installed server under ${sandbox.home}`);
  for (const name of found) writeFileSync(join(sandbox.home, name), IDLE_SERVER);
}

/** Prepares all arms for each installed client, oldest first, and removes them afterwards. Empty when none is installed. */
export async function withClientArms<T>(work: (arms: ClientArms) => Promise<T>): Promise<readonly T[]> {
  installMissing();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-arms-')));
  makeSnapshot(folder);
  const server = await startGitServer(folder);
  const made: T[] = [];
  try {
    for (const client of pinnedClients().filter(isInstalled)) {
      const [bare, idle, plugin] = [makeSandbox(), makeSandbox(), makeSandbox()];
      try {
        for (const sandbox of [idle, plugin])
          await installPlugin(client, sandbox, `${server.url}/plimsoll.git`);
        idleServer(idle);
        made.push(await work({ client, bare, idle, plugin }));
      } finally {
        for (const sandbox of [bare, idle, plugin]) sandbox.dispose();
      }
    }
    return made;
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
