import { CHUNK_INDEX_SQL } from './chunk-index.ts';
import type { Database } from './database.ts';
import type { Connection } from './driver.ts';
import { firstId, highestOriginal, promisedId } from './first-id.ts';
import { findPassages, type Match, passagesAround, readHits } from './passage-search.ts';
import {
  type IndexedPassage,
  type NewSource,
  type Passage,
  type PassageTerms,
  type Source,
  toPassage,
  toSource,
} from './source.ts';
import type { HitFilter } from './source-filter.ts';

const INSERT_TERMS = 'INSERT INTO chunk_index (rowid, path, title, body) VALUES (?, ?, ?, ?)';

/** Adds passages of a source to table and text index. Inside a transaction. */
export function insertPassages(
  connection: Connection,
  sourceId: number,
  passages: Iterable<IndexedPassage>,
): number {
  const chunk = connection.prepare(
    'INSERT INTO chunks (source_id, title, start_byte, end_byte, start_line, end_line) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const words = connection.prepare(INSERT_TERMS);
  let count = 0;
  for (const p of passages) {
    const { lastInsertRowid } = chunk.run(sourceId, p.title, p.startByte, p.endByte, p.startLine, p.endLine);
    words.run(lastInsertRowid, p.pathTerms, p.titleTerms, p.bodyTerms);
    count += 1;
  }
  return count;
}

/** Takes passages of a source away, at most `limit`. Inside a transaction. Returns how many there were to take. */
export function removePassages(
  connection: Connection,
  sourceId: number,
  limit = Number.MAX_SAFE_INTEGER,
): number {
  const some = 'SELECT id FROM chunks WHERE source_id = ? ORDER BY id LIMIT ?';
  connection.prepare(`DELETE FROM chunk_index WHERE rowid IN (${some})`).run(sourceId, limit);
  return connection.prepare(`DELETE FROM chunks WHERE id IN (${some})`).run(sourceId, limit).changes;
}

/** `id`: null for the next one. Returns the id. */
function insertRow(connection: Connection, source: NewSource, id: number | null): number {
  return connection
    .prepare(
      `INSERT INTO sources (id, label, kind, origin, path, bytes, lines, mtime_ms, hash, state, session_id, created_ms, used_ms, root, same_as, format)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      id,
      source.label,
      source.kind,
      source.origin,
      source.path ?? null,
      source.bytes,
      source.lines,
      source.mtimeMs ?? null,
      source.hash,
      source.state,
      source.sessionId ?? null,
      source.createdMs,
      source.createdMs,
      source.root ?? null,
      source.sameAs ?? null,
      source.format ?? null,
    ).lastInsertRowid;
}

/** Sources, their passages and the text index over them. All methods throw what `Database` throws. */
export type KnowledgeStore = ReturnType<typeof createKnowledgeStore>;

export function createKnowledgeStore(database: Database) {
  return {
    /**
     * Keeps a source; `afterInsert` runs in the same transaction, so that its failure takes the row away again. When it
     * says that a file has the id already, a higher one is tried.
     */
    insertSource(source: NewSource, afterInsert: (id: number) => 'taken' | undefined): number {
      return database.write((connection) => {
        let id = insertRow(connection, source, firstId(connection, database.path));
        while (afterInsert(id) === 'taken') {
          connection.prepare('DELETE FROM sources WHERE id = ?').run(id);
          id = insertRow(connection, source, Math.max(id, highestOriginal(database.path)) + 1);
        }
        return id;
      });
    },

    /** See promisedId. Throws nothing: it is asked for when the store fails. */
    promisedId(): number {
      try {
        const row = database.read((c) =>
          c.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'sources'").get(),
        );
        return promisedId(Number(row?.seq ?? 0), database.path);
      } catch {
        return promisedId(undefined, database.path);
      }
    },

    /**
     * Keeps a source under an id that was promised before, once: `known` when it has it already, `taken` when another source
     * was given the id meanwhile.
     */
    insertPromised(id: number, source: NewSource): 'new' | 'known' | 'taken' {
      return database.write((connection) => {
        const row = connection.prepare('SELECT * FROM sources WHERE id = ?').get(id);
        if (row === undefined) {
          insertRow(connection, source, id);
          return 'new';
        }
        const { origin, createdMs } = toSource(row);
        return origin === source.origin && createdMs === source.createdMs ? 'known' : 'taken';
      });
    },

    /** See Database. */
    within: <T>(maxWaitMs: number, work: () => T): T => database.within(maxWaitMs, work),

    findSource(id: number): Source | undefined {
      const row = database.read((c) => c.prepare('SELECT * FROM sources WHERE id = ?').get(id));
      return row === undefined ? undefined : toSource(row);
    },

    /** The newest source of this label and origin, whatever it holds now. */
    findByLabel(label: string, origin: Source['origin']): Source | undefined {
      const row = database.read((c) =>
        c.prepare('SELECT * FROM sources WHERE label = ? AND origin = ? ORDER BY id DESC').get(label, origin),
      );
      return row === undefined ? undefined : toSource(row);
    },

    pendingSources(): readonly Source[] {
      return database
        .read((c) => c.prepare("SELECT * FROM sources WHERE state = 'pending' ORDER BY id").all())
        .map(toSource);
    },

    /** Newest first. */
    recentSources(limit: number): readonly Source[] {
      return database
        .read((c) => c.prepare('SELECT * FROM sources ORDER BY id DESC LIMIT ?').all(limit))
        .map(toSource);
    },

    /** Replaces the passages of a source and what is known of its content; the source is ready then. */
    replacePassages(
      id: number,
      content: Pick<Source, 'bytes' | 'lines' | 'mtimeMs' | 'hash'>,
      passages: Iterable<IndexedPassage>,
    ): number {
      return database.write((connection) => {
        removePassages(connection, id);
        const count = insertPassages(connection, id, passages);
        connection
          .prepare(
            "UPDATE sources SET bytes = ?, lines = ?, mtime_ms = ?, hash = ?, state = 'ready' WHERE id = ?",
          )
          .run(content.bytes, content.lines, content.mtimeMs ?? null, content.hash, id);
        return count;
      });
    },

    /** Id of the newest passage; 0 without any. */
    lastPassage(): number {
      return Number(database.read((c) => c.prepare('SELECT max(id) AS last FROM chunks').get())?.last ?? 0);
    },

    countPassages(id: number): number {
      const row = database.read((c) =>
        c.prepare('SELECT count(*) AS n FROM chunks WHERE source_id = ?').get(id),
      );
      return Number(row?.n ?? 0);
    },

    /** See findPassages. */
    findPassages: (expression: string, filter: HitFilter, limit: number, isRanked?: boolean) =>
      findPassages(database, expression, filter, limit, isRanked),

    /** See readHits. */
    readHits: (matches: readonly Match[], filter?: HitFilter) => readHits(database, matches, filter),

    /** See passagesAround. */
    passagesAround: (sourceId: number, chunkId: number) => passagesAround(database, sourceId, chunkId),

    /** Notes that these sources were of use; retention goes by last use. */
    touch(ids: readonly number[], atMs: number): void {
      if (ids.length === 0) return;
      database.write((connection) => {
        const statement = connection.prepare('UPDATE sources SET used_ms = ? WHERE id = ?');
        for (const id of ids) statement.run(atMs, id);
      });
    },

    /** Whole-store counts, and the id of the newest passage (0 without any). */
    counts(): { readonly sources: number; readonly chunks: number; readonly lastChunk: number } {
      const row = database.read((c) =>
        c
          .prepare(
            `SELECT (SELECT count(*) FROM sources) AS sources, (SELECT count(*) FROM chunks) AS chunks,
                    (SELECT max(id) FROM chunks) AS last_chunk`,
          )
          .get(),
      );
      return {
        sources: Number(row?.sources ?? 0),
        chunks: Number(row?.chunks ?? 0),
        lastChunk: Number(row?.last_chunk ?? 0),
      };
    },

    /**
     * Makes the text index anew from the originals: `readWords` gives the words of a passage, or undefined when its
     * original is gone. Passages that cannot be read stay in the table and are not found. Returns how many were indexed.
     */
    rebuildIndex(readWords: (source: Source, passage: Passage) => PassageTerms | undefined): number {
      return database.write((connection) => {
        connection.exec(CHUNK_INDEX_SQL);
        const words = connection.prepare(INSERT_TERMS);
        const sources = connection.prepare("SELECT * FROM sources WHERE state = 'ready'").all().map(toSource);
        let count = 0;
        for (const source of sources) {
          const rows = connection
            .prepare('SELECT * FROM chunks WHERE source_id = ? ORDER BY id')
            .all(source.id);
          for (const row of rows) {
            const found = readWords(source, toPassage(row));
            if (found === undefined) continue;
            words.run(Number(row.id), found.pathTerms, found.titleTerms, found.bodyTerms);
            count += 1;
          }
        }
        return count;
      });
    },
  };
}
