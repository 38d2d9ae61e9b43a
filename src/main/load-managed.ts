import { createRequire } from 'node:module';
import { join } from 'node:path';

type Reader = ReturnType<typeof import('./managed.ts').managedReader>;

/**
 * Reads what only a program of the system can read, by a bundle that is loaded with the first question: most systems have
 * nothing of the kind.
 *
 * @param bundles folder of the bundles
 */
export function loadedManagedReader(bundles: string, systemRoot: string | undefined): Reader {
  let read: Reader | undefined;
  return (kind, name) => {
    if (read === undefined) {
      const load = createRequire(process.execPath);
      const { managedReader } = load(join(bundles, 'managed.cjs')) as typeof import('./managed.ts');
      read = managedReader(systemRoot);
    }
    return read(kind, name);
  };
}
