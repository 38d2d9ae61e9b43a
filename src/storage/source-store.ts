import { sep } from 'node:path';
import { DAY_MS } from '#core/units.ts';
import type { Database } from './database.ts';
import type { Connection } from './driver.ts';
import { insertPassages, removePassages } from './knowledge-store.ts';
import { addNotice } from './notices.ts';
import { type IndexedPassage, type Source, toSource } from './source.ts';

export type SourceFacts = Pick<Source, 'bytes' | 'lines' | 'mtimeMs' | 'hash'>;

/** What tells whether a file is as it was indexed. */
export type FileFacts = Pick<Source, 'id' | 'path' | 'bytes' | 'mtimeMs' | 'state'>;

/** Only these columns: hundreds of rows are read before each search. */
const FILES_AFTER = `SELECT id, path, bytes, mtime_ms, state FROM sources
  WHERE id > ? AND origin = 'file' AND (state = 'ready' OR used_ms < ?) ORDER BY id LIMIT ?`;

/** Rows of files below a folder: everything that begins with it and a separator; the index on `path` answers this. */
function pathRange(folder: string): readonly [string, string] {
  const from = folder.endsWith(sep) ? folder : folder + sep;
  return [from, from.slice(0, -1) + String.fromCharCode(sep.charCodeAt(0) + 1)];
}

/** Gives text and passages of an original to the oldest row that points to it; undefined when none does. */
function bequeath(connection: Connection, id: number): number | undefined {
  const heir = connection.prepare('SELECT id FROM sources WHERE same_as = ? ORDER BY id LIMIT 1').get(id);
  if (heir === undefined) return undefined;
  const heirId = Number(heir.id);
  connection.prepare('UPDATE chunks SET source_id = ? WHERE source_id = ?').run(heirId, id);
  connection.prepare('UPDATE sources SET same_as = ? WHERE same_as = ? AND id <> ?').run(heirId, id, heirId);
  connection.prepare('UPDATE sources SET same_as = NULL WHERE id = ?').run(heirId);
  return heirId;
}

/** How sources come, change and go. All methods throw what `Database` throws. */
export type SourceStore = ReturnType<typeof createSourceStore>;

export function createSourceStore(database: Database) {
  const find = (where: string, ...values: readonly (string | number)[]): readonly Source[] =>
    database
      .read((c) => c.prepare(`SELECT * FROM sources WHERE ${where}`).all(...values))
      .map((row) => toSource(row));

  return {
    /** Runs `work` in one transaction; all calls of this store inside it join. */
    together: <T>(work: () => T): T => database.write(work),

    /** The source of the file at this absolute path. */
    findFile: (path: string): Source | undefined =>
      find("path = ? AND origin = 'file' ORDER BY id DESC LIMIT 1", path)[0],

    /** Sources of all files below a folder, however deep. */
    filesBelow: (folder: string): readonly Source[] =>
      find("path > ? AND path < ? AND origin = 'file' ORDER BY id", ...pathRange(folder)),

    /**
     * Some files, by the order of their ids, behind `afterId`; to look at all of them in turn. Incomplete ones only when they
     * were last used before `pendingBeforeMs`: nobody is at work on them.
     */
    filesAfter: (afterId: number, limit: number, pendingBeforeMs: number): readonly FileFacts[] =>
      database
        .read((c) => c.prepare(FILES_AFTER).all(afterId, pendingBeforeMs, limit))
        .map((row) => ({
          id: Number(row.id),
          path: row.path === null ? undefined : String(row.path),
          bytes: Number(row.bytes),
          mtimeMs: row.mtime_ms === null ? undefined : Number(row.mtime_ms),
          state: row.state === 'ready' ? 'ready' : 'pending',
        })),

    /** Stored originals of this label, newest first. */
    findStored: (label: string): readonly Source[] =>
      find("label = ? AND origin = 'stored' ORDER BY id DESC", label),

    /** The stored original of this label and content. */
    findStoredAs: (label: string, hash: string): Source | undefined =>
      find("hash = ? AND label = ? AND origin = 'stored' ORDER BY id DESC LIMIT 1", hash, label)[0],

    /** The stored original that holds this content itself. */
    findStoredContent: (hash: string): Source | undefined =>
      find("hash = ? AND origin = 'stored' AND same_as IS NULL ORDER BY id LIMIT 1", hash)[0],

    /** The source is not complete any more, until `finish`. Its label and the folder it came by may be new. */
    begin(id: number, label: string, root: string | undefined): void {
      database.write((c) =>
        c
          .prepare("UPDATE sources SET state = 'pending', label = ?, root = ? WHERE id = ?")
          .run(label, root ?? null, id),
      );
    },

    addPassages: (id: number, passages: Iterable<IndexedPassage>): number =>
      database.write((c) => insertPassages(c, id, passages)),

    /** Takes at most `limit` passages away. Returns how many there were to take; fewer than `limit`: none is left. */
    removePassages: (id: number, limit: number): number =>
      database.write((c) => removePassages(c, id, limit)),

    /** All passages are there; the source is ready, and was used now. */
    finish(id: number, facts: SourceFacts, atMs: number): void {
      database.write((c) =>
        c
          .prepare(
            "UPDATE sources SET bytes = ?, lines = ?, mtime_ms = ?, hash = ?, state = 'ready', used_ms = ? WHERE id = ?",
          )
          .run(facts.bytes, facts.lines, facts.mtimeMs ?? null, facts.hash, atMs, id),
      );
    },

    /** The row's content turned out to be that of another stored original, which holds text and passages of both. */
    pointTo(id: number, original: Source, hash: string): void {
      database.write((c) =>
        c
          .prepare(
            "UPDATE sources SET same_as = ?, hash = ?, bytes = ?, lines = ?, state = 'ready' WHERE id = ?",
          )
          .run(original.id, hash, original.bytes, original.lines, id),
      );
    },

    /**
     * Takes a source away, with the passages that it still has; an unknown one is nothing to do. `afterRemove` runs in the
     * same transaction; it is told which other row holds the text from now on, undefined when none does.
     */
    remove(id: number, afterRemove: (origin: Source['origin'], heirId: number | undefined) => void): void {
      database.write((c) => {
        const row = c.prepare('SELECT * FROM sources WHERE id = ?').get(id);
        if (row === undefined) return;
        const heirId = bequeath(c, id);
        if (heirId === undefined) removePassages(c, id);
        c.prepare('DELETE FROM sources WHERE id = ?').run(id);
        afterRemove(toSource(row).origin, heirId);
      });
    },

    /** All indexed files below a folder were of use now; a later use is not written down within the same day. */
    noteUseBelow(folder: string, atMs: number): void {
      const [from, to] = pathRange(folder);
      database.write((c) =>
        c
          .prepare('UPDATE sources SET used_ms = ? WHERE path > ? AND path < ? AND used_ms < ?')
          .run(atMs, from, to, atMs - DAY_MS),
      );
    },

    hasAlias: (id: number): boolean => find('same_as = ? LIMIT 1', id).length > 0,

    /** Keeps a text that every channel tells the user once. */
    announce(text: string, atMs: number): void {
      database.write((c) => addNotice(c, atMs, text));
    },

    /** Ready sources that were last used before this time, the one that was unused longest first. */
    unusedSince: (beforeMs: number): readonly Pick<Source, 'id' | 'label' | 'bytes'>[] =>
      database
        .read((c) =>
          c
            .prepare(
              "SELECT id, label, bytes FROM sources WHERE used_ms < ? AND state = 'ready' ORDER BY used_ms, id",
            )
            .all(beforeMs),
        )
        .map((row) => ({ id: Number(row.id), label: String(row.label), bytes: Number(row.bytes) })),

    /**
     * Ready sources by worth, the least first: by last use, an output as if it were unused for `outputAgeMs` longer, since
     * a command can be run again.
     */
    leastValuable: (outputAgeMs: number, limit: number): readonly Source[] =>
      find(
        "state = 'ready' ORDER BY used_ms - CASE kind WHEN 'output' THEN ? ELSE 0 END, id LIMIT ?",
        outputAgeMs,
        limit,
      ),

    /** Bytes of the texts that we keep ourselves, and of all texts that are indexed; each content once. */
    sizes(): { readonly storedBytes: number; readonly indexedBytes: number } {
      const row = database.read((c) =>
        c
          .prepare(
            "SELECT sum(bytes) AS indexed, sum(CASE origin WHEN 'stored' THEN bytes ELSE 0 END) AS stored FROM sources WHERE same_as IS NULL",
          )
          .get(),
      );
      return { storedBytes: Number(row?.stored ?? 0), indexedBytes: Number(row?.indexed ?? 0) };
    },
  };
}
