import type { Client } from './clients.ts';
import { type ProcessResult, runProcess } from './run-process.ts';
import { type Sandbox, sandboxEnv } from './sandbox.ts';

export const PLUGIN_ID = 'plimsoll@plimsoll';

/** `claude plugin …` in a sandbox; no model is needed. */
export function plugin(client: Client, sandbox: Sandbox, ...args: string[]): Promise<ProcessResult> {
  const options = { cwd: sandbox.project, env: sandboxEnv(sandbox) };
  return runProcess(client.executable, ['plugin', ...args], options);
}

/** Adds the marketplace and installs the plugin, as a user would. Throws with the client's words when either fails. */
export async function installPlugin(client: Client, sandbox: Sandbox, marketplace: string): Promise<void> {
  const added = await plugin(client, sandbox, 'marketplace', 'add', marketplace);
  if (added.exitCode !== 0) throw new Error(`marketplace add failed: ${added.stdout}${added.stderr}`);
  const installed = await plugin(client, sandbox, 'install', PLUGIN_ID);
  if (installed.exitCode !== 0)
    throw new Error(`plugin install failed: ${installed.stdout}${installed.stderr}`);
}
