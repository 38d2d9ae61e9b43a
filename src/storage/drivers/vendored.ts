import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { absent, type DriverAttempt, probe, reasonOf, skipped } from './attempt.ts';
import { type DatabaseSyncClass, openDatabaseSync } from './database-sync.ts';
import { checkLibrary, findLibrary, type Machine, THIS_MACHINE } from './native-library.ts';

/**
 * The prebuilt Node-API SQLite that lies in `native/` beside the bundles (of @photostructure/sqlite, MIT; its JavaScript is
 * not used). Works on every Node >= 20 and on Bun without npm or a compiler. Never throws.
 */
export function tryVendored(bundleDir: string, machine: Machine = THIS_MACHINE): DriverAttempt {
  const nativeDir = join(bundleDir, 'native');
  if (!existsSync(nativeDir)) return absent(`${nativeDir} does not exist`);
  const entry = findLibrary(machine);
  if (!entry.ok) return absent(entry.error);
  const file = checkLibrary(nativeDir, entry.value);
  if (!file.ok) return skipped(file.error);
  try {
    const binding: { readonly DatabaseSync: DatabaseSyncClass } = createRequire(file.value)(file.value);
    const library = binding.DatabaseSync;
    return probe('vendored', (path, options) => openDatabaseSync('vendored', library, path, options));
  } catch (thrown) {
    return skipped(reasonOf(thrown));
  }
}
