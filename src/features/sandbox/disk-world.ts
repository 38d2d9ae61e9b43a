import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { realPath } from '#infra/real-path.ts';
import type { ProfileWorld } from './build-profile.ts';

/** The file system as it is; `absent`: paths that count as absent, because only placeholders lie there. */
export function diskWorld(absent: ReadonlySet<string> = new Set()): ProfileWorld {
  return {
    realPath,
    isEmpty(path) {
      try {
        return readdirSync(path).length === 0;
      } catch {
        return false;
      }
    },
    linkTarget: (path) => readlinkSync(path),
    look(path) {
      if (absent.has(path)) return undefined;
      try {
        const stat = lstatSync(path, { throwIfNoEntry: false });
        if (stat === undefined) return undefined;
        if (stat.isSymbolicLink()) return 'link';
        return stat.isDirectory() ? 'folder' : 'file';
      } catch {
        // What may not be looked at by us is not shown to others.
        return undefined;
      }
    },
  };
}
