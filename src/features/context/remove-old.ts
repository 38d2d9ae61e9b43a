import { rmSync, statSync } from 'node:fs';
import { DAY_MS } from '#core/units.ts';
import { ownFiles } from '#infra/own-files.ts';
import { POINTS_FILE } from './seen-points.ts';

/** A session that nobody went on with for so long is over. Should it go on, all that is lost is whether it was told. */
const MAX_AGE_MS = 14 * DAY_MS;

/** Removes what is kept about sessions that are over. A file that cannot be removed stays. Nothing happens without the folder. */
export function removeOldContext(home: string, nowMs: number): void {
  for (const path of filesOf(home)) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (path.endsWith(`/${POINTS_FILE}`) || !stat?.isFile()) continue;
    if (nowMs - stat.mtimeMs > MAX_AGE_MS) rmSync(path, { force: true });
  }
}

function filesOf(home: string): readonly string[] {
  try {
    return ownFiles(home, 'context');
  } catch {
    return [];
  }
}
