import type { Database } from './database.ts';

/** What SQLite says of the whole file, in its words: `ok` for a sound one. @throws what `Database` throws */
export function integrityOf(database: Database): string {
  const row = database.read((c) => c.prepare('PRAGMA quick_check(1)').get());
  return String(Object.values(row ?? {})[0]);
}
