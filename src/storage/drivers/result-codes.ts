/** Names of SQLite's primary result codes that a statement can fail with (sqlite.org/rescode.html). */
const PRIMARY = {
  ERROR: 1,
  INTERNAL: 2,
  PERM: 3,
  ABORT: 4,
  BUSY: 5,
  LOCKED: 6,
  NOMEM: 7,
  READONLY: 8,
  INTERRUPT: 9,
  IOERR: 10,
  CORRUPT: 11,
  NOTFOUND: 12,
  FULL: 13,
  CANTOPEN: 14,
  PROTOCOL: 15,
  EMPTY: 16,
  SCHEMA: 17,
  TOOBIG: 18,
  CONSTRAINT: 19,
  MISMATCH: 20,
  MISUSE: 21,
  NOLFS: 22,
  AUTH: 23,
  FORMAT: 24,
  RANGE: 25,
  NOTADB: 26,
} as const satisfies Record<string, number>;

/** Extended codes: the n-th name (from 1) of a family is `primary | n << 8`. */
const EXTENDED: Readonly<Record<string, readonly string[]>> = {
  ERROR: ['MISSING_COLLSEQ', 'RETRY', 'SNAPSHOT'],
  ABORT: ['', 'ROLLBACK'],
  BUSY: ['RECOVERY', 'SNAPSHOT', 'TIMEOUT'],
  LOCKED: ['SHAREDCACHE', 'VTAB'],
  READONLY: ['RECOVERY', 'CANTLOCK', 'ROLLBACK', 'DBMOVED', 'CANTINIT', 'DIRECTORY'],
  IOERR: [
    ...[
      'READ',
      'SHORT_READ',
      'WRITE',
      'FSYNC',
      'DIR_FSYNC',
      'TRUNCATE',
      'FSTAT',
      'UNLOCK',
      'RDLOCK',
      'DELETE',
    ],
    ...[
      'BLOCKED',
      'NOMEM',
      'ACCESS',
      'CHECKRESERVEDLOCK',
      'LOCK',
      'CLOSE',
      'DIR_CLOSE',
      'SHMOPEN',
      'SHMSIZE',
    ],
    ...['SHMLOCK', 'SHMMAP', 'SEEK', 'DELETE_NOENT', 'MMAP', 'GETTEMPPATH', 'CONVPATH', 'VNODE', 'AUTH'],
    ...['BEGIN_ATOMIC', 'COMMIT_ATOMIC', 'ROLLBACK_ATOMIC', 'DATA', 'CORRUPTFS', 'IN_PAGE'],
  ],
  CORRUPT: ['VTAB', 'SEQUENCE', 'INDEX'],
  CANTOPEN: ['NOTEMPDIR', 'ISDIR', 'FULLPATH', 'CONVPATH', 'DIRTYWAL', 'SYMLINK'],
  CONSTRAINT: [
    ...[
      'CHECK',
      'COMMITHOOK',
      'FOREIGNKEY',
      'FUNCTION',
      'NOTNULL',
      'PRIMARYKEY',
      'TRIGGER',
      'UNIQUE',
      'VTAB',
    ],
    ...['ROWID', 'PINNED', 'DATATYPE'],
  ],
  AUTH: ['USER'],
};

/** `SQLITE_CONSTRAINT_UNIQUE` → 2067. An unknown name gives its family's code, or 1. */
export function resultCode(name: string): number {
  const parts = /^SQLITE_([A-Z0-9]+)(?:_(.+))?$/.exec(name);
  const family = parts?.[1] ?? '';
  const primary = Object.entries(PRIMARY).find(([key]) => key === family)?.[1] ?? PRIMARY.ERROR;
  const index = parts?.[2] === undefined ? -1 : (EXTENDED[family]?.indexOf(parts[2]) ?? -1);
  return primary | ((index + 1) << 8);
}
