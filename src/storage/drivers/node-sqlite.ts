import { createRequire } from 'node:module';
import { join } from 'node:path';
import { absent, type DriverAttempt, probe, reasonOf, skipped } from './attempt.ts';
import { type DatabaseSyncClass, openDatabaseSync } from './database-sync.ts';

/** First Node whose `node:sqlite` has FTS5 and `isTransaction`. */
const MIN_NODE = [22, 16] as const;

/** The runtime's own SQLite: Node >= 22.16 and Bun. `bundleDir` is where `require` starts. Never throws. */
export function tryNodeSqlite(bundleDir: string): DriverAttempt {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isBun = process.versions.bun !== undefined;
  if (!isBun && (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1])))
    return absent(
      `Node ${process.versions.node} has no node:sqlite with FTS5 (from ${MIN_NODE.join('.')} on)`,
    );
  try {
    const library = loadQuietly(createRequire(join(bundleDir, 'node-sqlite.cjs')));
    return probe('node:sqlite', (path, options) => openDatabaseSync('node:sqlite', library, path, options));
  } catch (thrown) {
    return skipped(reasonOf(thrown));
  }
}

/**
 * Loading the module makes Node print "SQLite is an experimental feature" on stderr, which some hosts show as an error.
 * Only that warning is dropped, only during this one synchronous call.
 */
function loadQuietly(require: NodeJS.Require): DatabaseSyncClass {
  const emitWarning = process.emitWarning;
  const passOthers = (warning: string | Error, ...rest: unknown[]): void => {
    if (rest[0] === 'ExperimentalWarning' && String(warning).includes('SQLite')) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  process.emitWarning = passOthers;
  try {
    const module: { readonly DatabaseSync: DatabaseSyncClass } = require('node:sqlite');
    return module.DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
}
