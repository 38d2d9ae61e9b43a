import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { AppError } from '#core/errors.ts';
import { isRecord, type JsonRecord, parseJson, stringField } from '#core/json.ts';
import type { Finding } from '#features/doctor/finding.ts';
import type { Environment } from '#infra/home.ts';
import { bundleDirectory } from './bundle-directory.ts';

const LIMIT_MS = 15_000;

/**
 * Has the command line answer, in a process of its own: this one goes on whatever that finds, and does not carry its code.
 * @throws AppError INTERNAL when it says nothing that can be read
 */
function askCli(args: readonly string[], env: Environment, cwd: string): Promise<JsonRecord> {
  const options = { cwd, env: { ...env }, timeout: LIMIT_MS, windowsHide: true, maxBuffer: 1 << 22 };
  const whole = [join(bundleDirectory(), 'cli.mjs'), ...args, '--json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, whole, options, (error, stdout, stderr) => {
      const answer = parseJson(stdout);
      if (isRecord(answer)) return resolve(answer);
      const why = stderr.trim() === '' ? (error?.message ?? 'it said nothing') : stderr.trim();
      return reject(new AppError('INTERNAL', `${args[0] ?? ''}: the check did not end: ${why}`));
    });
  });
}

/** Looks whether everything works. The first finding is about this process. @throws AppError INTERNAL */
export async function askDoctor(env: Environment, cwd: string): Promise<readonly Finding[]> {
  const { findings } = await askCli(['doctor'], env, cwd);
  if (!Array.isArray(findings)) throw new AppError('INTERNAL', 'doctor: it told no findings');
  const text = `this server: ${process.version}, process ${process.pid}`;
  return [{ state: 'ok', area: 'runtime', text }, ...(findings as readonly Finding[])];
}

/** What is installed and running, and the steps to update it, in words and as fields. @throws AppError INTERNAL */
export async function askUpgrade(
  env: Environment,
  cwd: string,
): Promise<JsonRecord & { readonly text: string }> {
  const answer = await askCli(['upgrade'], env, cwd);
  return { ...answer, text: stringField(answer, 'text') ?? '' };
}
