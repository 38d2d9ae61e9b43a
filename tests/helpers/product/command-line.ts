import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DIST } from './bundles.ts';
import type { Place } from './places.ts';

export interface CommandEnd {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `dist/cli.mjs` in this place until it ends. */
export function runCli(place: Place, ...args: readonly string[]): Promise<CommandEnd> {
  const child = spawn(process.execPath, [join(DIST, 'cli.mjs'), ...args], {
    cwd: place.project,
    env: place.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve) => child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr })));
}

export interface StatsJson {
  readonly events: number;
  readonly sources: number;
  readonly chunks: number;
  readonly sessions: number;
}

/** `stats --json` of the whole data directory. Fails when the command does. */
export async function readStats(place: Place): Promise<StatsJson> {
  const { exitCode, stdout, stderr } = await runCli(place, 'stats', '--json', '--all');
  if (exitCode !== 0) throw new Error(`stats ended with ${exitCode}: ${stderr}`);
  return JSON.parse(stdout) as StatsJson;
}
