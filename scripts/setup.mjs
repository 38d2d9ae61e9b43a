/**
 * Installs the development tools, if they are missing: .npmrc makes a plain `npm ci` leave them out (it says why). Runs
 * before `npm test` and `npm run check`; `npm run setup` calls it by hand. Plain JavaScript: nothing is installed yet.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Tools without which nothing runs; one of each kind of dependency that npm could have left out. */
const NEEDED = ['vitest', 'typescript', 'esbuild', 'zod'];

if (NEEDED.some((name) => !existsSync(join(root, 'node_modules', name)))) {
  // npm tells its scripts where it is; that works on every system, where the program's name differs.
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error('run this by npm: npm run setup');
  const args = [npm, 'ci', '--include=dev', '--include=optional'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
