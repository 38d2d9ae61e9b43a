import { CHUNK_INDEX_SQL } from './chunk-index.ts';
import type { Database } from './database.ts';
import type { Connection, Row } from './driver.ts';

export type SourceKind = 'doc' | 'code' | 'output';

/** One indexed file or stored original. */
export interface Source {
  readonly id: number;
  readonly label: string;
  readonly kind: SourceKind;
  /** `stored`: our own copy in the project's out folder; `file`: somebody else's file at `path`. */
  readonly origin: 'stored' | 'file';
  /** Absolute path of an indexed file; undefined for a stored original. */
  readonly path: string | undefined;
  readonly bytes: number;
  readonly lines: number;
  /** Modification time of the file when it was indexed; undefined for a stored original. */
  readonly mtimeMs: number | undefined;
  /** sha256 of the content in hex; empty while a large output is still pending. */
  readonly hash: string;
  /** `pending`: kept, but not searchable yet. */
  readonly state: 'pending' | 'ready';
  readonly createdMs: number;
}

export type NewSource = Omit<Source, 'id'> & { readonly sessionId: string | undefined };

/** A passage by its place in the original. Lines are 1-based and inclusive, bytes half open. */
export interface Passage {
  readonly title: string;
  readonly startByte: number;
  readonly endByte: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** A passage and the words by which it is found. */
export interface IndexedPassage extends Passage {
  readonly titleWords: string;
  readonly bodyWords: string;
}

export interface Hit extends Passage {
  readonly chunkId: number;
  readonly source: Source;
  /** Higher is better; BM25 with the title weighed 5 : 1, sign turned. */
  readonly score: number;
}

export interface HitFilter {
  /** Exact label. */
  readonly label?: string | undefined;
  /** Label with `*` for any text. */
  readonly labelPattern?: string | undefined;
  readonly sourceId?: number | undefined;
  readonly kind?: string | undefined;
  readonly sinceMs?: number | undefined;
}

const TITLE_WEIGHT = 5;

function toSource(row: Row): Source {
  return {
    id: Number(row.id),
    label: String(row.label),
    kind: String(row.kind) as SourceKind,
    origin: row.origin === 'file' ? 'file' : 'stored',
    path: row.path === null ? undefined : String(row.path),
    bytes: Number(row.bytes),
    lines: Number(row.lines),
    mtimeMs: row.mtime_ms === null ? undefined : Number(row.mtime_ms),
    hash: String(row.hash),
    state: row.state === 'ready' ? 'ready' : 'pending',
    createdMs: Number(row.created_ms),
  };
}

const toPassage = (row: Row): Passage => ({
  title: String(row.title),
  startByte: Number(row.start_byte),
  endByte: Number(row.end_byte),
  startLine: Number(row.start_line),
  endLine: Number(row.end_line),
});

function insertPassages(
  connection: Connection,
  sourceId: number,
  passages: Iterable<IndexedPassage>,
): number {
  const chunk = connection.prepare(
    'INSERT INTO chunks (source_id, title, start_byte, end_byte, start_line, end_line) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const words = connection.prepare('INSERT INTO chunk_index (rowid, title, body) VALUES (?, ?, ?)');
  let count = 0;
  for (const p of passages) {
    const { lastInsertRowid } = chunk.run(sourceId, p.title, p.startByte, p.endByte, p.startLine, p.endLine);
    words.run(lastInsertRowid, p.titleWords, p.bodyWords);
    count += 1;
  }
  return count;
}

function removePassages(connection: Connection, sourceId: number): void {
  connection
    .prepare('DELETE FROM chunk_index WHERE rowid IN (SELECT id FROM chunks WHERE source_id = ?)')
    .run(sourceId);
  connection.prepare('DELETE FROM chunks WHERE source_id = ?').run(sourceId);
}

/** A pattern with `*` in LIKE's syntax, everything else literal. */
const likePattern = (pattern: string | undefined): string | undefined =>
  pattern?.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');

/** Sources, their passages and the text index over them. All methods throw what `Database` throws. */
export type KnowledgeStore = ReturnType<typeof createKnowledgeStore>;

export function createKnowledgeStore(database: Database) {
  return {
    /** Keeps a source; `afterInsert` runs in the same transaction, so that its failure takes the row away again. */
    insertSource(source: NewSource, afterInsert: (id: number) => void): number {
      return database.write((connection) => {
        const { lastInsertRowid } = connection
          .prepare(
            `INSERT INTO sources (label, kind, origin, path, bytes, lines, mtime_ms, hash, state, session_id, created_ms, used_ms)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(
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
          );
        afterInsert(lastInsertRowid);
        return lastInsertRowid;
      });
    },

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

    countPassages(id: number): number {
      const row = database.read((c) =>
        c.prepare('SELECT count(*) AS n FROM chunks WHERE source_id = ?').get(id),
      );
      return Number(row?.n ?? 0);
    },

    /** Passages that match an FTS5 expression, best first. */
    search(expression: string, filter: HitFilter, limit: number): readonly Hit[] {
      const conditions = ['chunk_index MATCH ?'];
      const values: (string | number)[] = [expression];
      const add = (condition: string, value: string | number | undefined): void => {
        if (value === undefined) return;
        conditions.push(condition);
        values.push(value);
      };
      add('s.label = ?', filter.label);
      add(String.raw`s.label LIKE ? ESCAPE '\'`, likePattern(filter.labelPattern));
      add('s.id = ?', filter.sourceId);
      add('s.kind = ?', filter.kind);
      add('s.created_ms >= ?', filter.sinceMs);
      const rows = database.read((connection) =>
        connection
          .prepare(
            `SELECT s.*, c.id AS chunk_id, c.title, c.start_byte, c.end_byte, c.start_line, c.end_line,
                    -bm25(chunk_index, ${TITLE_WEIGHT}.0, 1.0) AS score
             FROM chunk_index JOIN chunks c ON c.id = chunk_index.rowid JOIN sources s ON s.id = c.source_id
             WHERE ${conditions.join(' AND ')} ORDER BY score DESC, s.id DESC, c.id LIMIT ?`,
          )
          .all(...values, limit),
      );
      return rows.map((row) => ({
        ...toPassage(row),
        chunkId: Number(row.chunk_id),
        score: Number(row.score),
        source: toSource(row),
      }));
    },

    /** Notes that these sources were of use; retention goes by last use. */
    touch(ids: readonly number[], atMs: number): void {
      if (ids.length === 0) return;
      database.write((connection) => {
        const statement = connection.prepare('UPDATE sources SET used_ms = ? WHERE id = ?');
        for (const id of ids) statement.run(atMs, id);
      });
    },

    /** Whole-store counts. */
    counts(): { readonly sources: number; readonly chunks: number } {
      const row = database.read((c) =>
        c
          .prepare(
            'SELECT (SELECT count(*) FROM sources) AS sources, (SELECT count(*) FROM chunks) AS chunks',
          )
          .get(),
      );
      return { sources: Number(row?.sources ?? 0), chunks: Number(row?.chunks ?? 0) };
    },

    /**
     * Makes the text index anew from the originals: `readWords` gives the words of a passage, or undefined when its
     * original is gone. Passages that cannot be read stay in the table and are not found. Returns how many were indexed.
     */
    rebuildIndex(
      readWords: (
        source: Source,
        passage: Passage,
      ) => Pick<IndexedPassage, 'titleWords' | 'bodyWords'> | undefined,
    ): number {
      return database.write((connection) => {
        connection.exec(`DROP TABLE IF EXISTS chunk_index; ${CHUNK_INDEX_SQL}`);
        const words = connection.prepare('INSERT INTO chunk_index (rowid, title, body) VALUES (?, ?, ?)');
        const sources = connection.prepare("SELECT * FROM sources WHERE state = 'ready'").all().map(toSource);
        let count = 0;
        for (const source of sources) {
          const rows = connection
            .prepare('SELECT * FROM chunks WHERE source_id = ? ORDER BY id')
            .all(source.id);
          for (const row of rows) {
            const found = readWords(source, toPassage(row));
            if (found === undefined) continue;
            words.run(Number(row.id), found.titleWords, found.bodyWords);
            count += 1;
          }
        }
        return count;
      });
    },
  };
}
