import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ok } from '#core/result.ts';
import type { KnownLibraries } from '#infra/known-libraries.ts';
import type { Driver } from '../driver.ts';
import { absent, type DriverAttempt, probe, reasonOf, skipped, usable } from './attempt.ts';
import { type DatabaseSyncClass, openDatabaseSync } from './database-sync.ts';
import { checkLibrary, findLibrary, type Machine, THIS_MACHINE } from './native-library.ts';

/**
 * The prebuilt Node-API SQLite that lies in `native/` beside the bundles (of @photostructure/sqlite, MIT; its JavaScript is
 * not used). Works on every Node >= 20 and on Bun without npm or a compiler. Never throws.
 */
export function tryVendored(
  bundleDir: string,
  known?: KnownLibraries,
  machine: Machine = THIS_MACHINE,
): DriverAttempt {
  const nativeDir = join(bundleDir, 'native');
  if (!existsSync(nativeDir)) return absent(`${nativeDir} does not exist`);
  const entry = findLibrary(machine);
  if (!entry.ok) return absent(entry.error);
  const path = join(nativeDir, entry.value.file);
  const isKnown = known?.has(path) ?? false;
  const file = isKnown ? ok(path) : checkLibrary(nativeDir, entry.value);
  if (!file.ok) return skipped(file.error);
  try {
    const binding: { readonly DatabaseSync: DatabaseSyncClass } = createRequire(file.value)(file.value);
    const library = binding.DatabaseSync;
    const open: Driver['open'] = (store, options) => openDatabaseSync('vendored', library, store, options);
    if (isKnown) return usable('vendored', open);
    const attempt = probe('vendored', open);
    if (attempt.kind === 'usable') known?.add(path);
    return attempt;
  } catch (thrown) {
    return skipped(reasonOf(thrown));
  }
}
