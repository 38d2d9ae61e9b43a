import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import { onTestFinished } from 'vitest';

const REPO = join(import.meta.dirname, '..', '..', '..');
/** Where the bundles will lie: `native/` is in it. */
export const BUNDLE_DIR = join(REPO, 'dist');

/** A temporary folder that is removed when the test ends. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Bundles a program of this folder as the product is bundled; returns its path. Removed with `folder`. */
export function bundleProgram(name: string, folder: string): string {
  const outfile = join(folder, `${basename(name, '.ts')}.mjs`);
  buildSync({
    entryPoints: [join(import.meta.dirname, name)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  return outfile;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** Resolves when the program has printed this text. */
  readonly printed: (text: string) => Promise<void>;
  readonly ended: Promise<Ended>;
}

/** Starts a bundled program in a process of its own. */
export function start(program: string, args: readonly string[], env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }));
  const printed = async (text: string): Promise<void> => {
    while (!stdout.includes(text)) {
      if (child.exitCode !== null) throw new Error(`ended (${child.exitCode}) before "${text}": ${stderr}`);
      await Promise.race([once(child.stdout, 'data'), ended]);
    }
  };
  return { child, printed, ended };
}

export const run = (
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> => start(program, args, env).ended;
