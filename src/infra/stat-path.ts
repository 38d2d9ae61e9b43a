import { type Stats, statSync } from 'node:fs';

/** Facts about what lies at a path, links followed; undefined when there is nothing or it may not be looked at. */
export function statPath(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
