import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { AppError } from '#core/errors.ts';
import { isRecord, parseJson } from '#core/json.ts';
import type { Finding } from '#features/doctor/finding.ts';
import type { Environment } from '#infra/home.ts';
import { bundleDirectory } from './bundle-directory.ts';

const LIMIT_MS = 15_000;

/**
 * Has the command line look whether everything works, in a process of its own: this one goes on whatever it finds. The
 * first finding is about this process. @throws AppError INTERNAL when that process says nothing
 */
export function askDoctor(env: Environment, cwd: string): Promise<readonly Finding[]> {
  const options = { cwd, env: { ...env }, timeout: LIMIT_MS, windowsHide: true, maxBuffer: 1 << 22 };
  const args = [join(bundleDirectory(), 'cli.mjs'), 'doctor', '--json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const answer = parseJson(stdout);
      if (!isRecord(answer) || !Array.isArray(answer.findings)) {
        const why = stderr.trim() === '' ? (error?.message ?? 'it said nothing') : stderr.trim();
        reject(new AppError('INTERNAL', `ctx_doctor: the check did not end: ${why}`));
        return;
      }
      const self: Finding = {
        state: 'ok',
        area: 'runtime',
        text: `this server: ${process.version}, process ${process.pid}`,
      };
      resolve([self, ...(answer.findings as readonly Finding[])]);
    });
  });
}
