import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ProcessResult, runProcess } from './run-process.ts';
import { type Sandbox, sandboxEnv } from './sandbox.ts';

/** The name by which the clients offer one of our tools. */
export const toolName = (tool: string): string => `mcp__plugin_plimsoll_ctx__${tool}`;

/** Prefix of all names of ours in a request. */
export const TOOL_PREFIX = 'mcp__plugin_plimsoll_ctx__';

/** The tool that hooks call; the model must never see it. */
export const HOOK_TOOL = 'hook_event';

/** The line that closes every cut answer, for example `[#12: 58 of 3,412 lines shown, … ctx_read(id: "#12", …)]`. */
export const HANDLE_LINE = /^\[#(\d+): .*ctx_read\(id: "#\1".*\]$/;

/** What `stats --json` holds at least. */
export interface Stats {
  readonly events: number;
  readonly sources: number;
  readonly chunks: number;
}

/** The bundle `dist/<name>` of a plugin that was installed from a marketplace. */
export function installedBundle(sandbox: Sandbox, name: string): string {
  const versions = join(sandbox.config, 'plugins', 'cache', 'plimsoll', 'plimsoll');
  const [version = 'missing'] = readdirSync(versions);
  return join(versions, version, 'dist', name);
}

/** `plimsoll <args>` of a checkout, over the sandbox's data. */
function cli(checkout: string, sandbox: Sandbox, ...args: string[]): Promise<ProcessResult> {
  const options = { cwd: sandbox.project, env: sandboxEnv(sandbox) };
  return runProcess(process.execPath, [join(checkout, 'dist', 'cli.mjs'), ...args], options);
}

/** The counters over the sandbox's whole data directory. Throws when the CLI does not answer with JSON. */
export async function readStats(checkout: string, sandbox: Sandbox): Promise<Stats> {
  const { exitCode, stdout, stderr } = await cli(checkout, sandbox, 'stats', '--json');
  if (exitCode !== 0) throw new Error(`stats --json ended with ${exitCode}: ${stderr}`);
  return JSON.parse(stdout) as Stats;
}
