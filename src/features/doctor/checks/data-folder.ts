import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '#core/units.ts';
import { type Check, type Finding, findingsOf } from '../finding.ts';

const AREA = 'data folder';
const { ok, warning, failure } = findingsOf(AREA);
const OTHERS = 0o077;

function rights(home: string): Finding {
  try {
    accessSync(home, constants.W_OK);
  } catch {
    return failure(`${home} cannot be written`, 'Make it writable, or set PLIMSOLL_HOME to another folder.');
  }
  const mode = statSync(home).mode & 0o777;
  if (process.platform !== 'win32' && (mode & OTHERS) !== 0)
    return warning(`others can enter ${home} (mode ${mode.toString(8)})`, `chmod 700 ${home}`);
  return ok(home);
}

/** Files that a version before, or a process that died, left and nobody will use again. */
function leftovers(home: string, nowMs: number): readonly Finding[] {
  const isOld = (file: string): boolean => nowMs - statSync(file).mtimeMs > DAY_MS;
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' });
  const damaged = names.filter((name) => /plimsoll\.db.*corrupt/.test(name));
  const backups = names.filter((name) => /plimsoll\.db\.backup-v\d+$/.test(name));
  const stray = names.filter((name) => {
    if (!/\.(?:part|tmp|done)$/.test(name)) return false;
    try {
      return isOld(join(home, name));
    } catch {
      return false;
    }
  });
  return [
    ...damaged.map((name) =>
      warning(
        `a damaged store was set aside: ${join(home, name)}`,
        'Delete it when you do not need it any more, or plimsoll purge --project.',
      ),
    ),
    ...backups.map((name) =>
      ok(`copy from before an upgrade: ${join(home, name)}; delete it when all is well`),
    ),
    ...stray.map((name) =>
      warning(`left over by a process that ended early: ${join(home, name)}`, `Delete it.`),
    ),
  ];
}

/** Where everything is kept, and what lies there that should not. */
export const dataFolderCheck = (home: string, nowMs: () => number): Check => ({
  area: AREA,
  look() {
    if (!existsSync(home)) return [ok(`${home}, which is made when something is first stored`)];
    const own = rights(home);
    return own.state === 'failure' ? [own] : [own, ...leftovers(home, nowMs())];
  },
});
