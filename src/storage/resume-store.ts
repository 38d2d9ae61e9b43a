import { dirname } from 'node:path';
import { redactText } from '#core/text/redact-secrets.ts';
import type { Database } from './database.ts';
import type { Row } from './driver.ts';

/**
 * `made`: written down; `due`: the context that it stands for is gone; `given`: the guide went out; `delivered`: it arrived;
 * `replaced`: a newer one holds.
 */
export type SnapshotState = 'made' | 'due' | 'given' | 'delivered' | 'replaced';

/** What a session was like at one moment. */
export interface Snapshot {
  readonly id: number;
  readonly sessionId: string;
  readonly atMs: number;
  /** What it was made for, in the agent's word: `manual`, `auto`, `resume`, … */
  readonly trigger: string;
  readonly xml: string;
  readonly state: SnapshotState;
  /** Size of the transcript when the state became what it is; 0: unknown. */
  readonly transcriptBytes: number;
}

export type NewSnapshot = Omit<Snapshot, 'id'>;

/** How far a transcript was read. */
export interface TranscriptMark {
  readonly path: string;
  readonly offset: number;
}

const toSnapshot = (row: Row): Snapshot => ({
  id: Number(row.id),
  sessionId: String(row.session_id),
  atMs: Number(row.at_ms),
  trigger: String(row.trigger),
  xml: String(row.xml),
  state: String(row.state) as SnapshotState,
  transcriptBytes: Number(row.transcript_bytes),
});

/** Snapshots of sessions, and positions in their transcripts. All methods throw what `Database` throws. */
export type ResumeStore = ReturnType<typeof createResumeStore>;

export function createResumeStore(database: Database) {
  return {
    /** Runs `work` in one transaction; all calls of the project's stores inside it join. */
    together: <T>(work: () => T): T => database.write(work),

    /** The newest snapshot; undefined for a session without one. */
    latest(sessionId: string): Snapshot | undefined {
      const row = database.read((c) =>
        c
          .prepare('SELECT * FROM session_resume WHERE session_id = ? ORDER BY id DESC LIMIT 1')
          .get(sessionId),
      );
      return row === undefined ? undefined : toSnapshot(row);
    },

    /** Writes a snapshot down. One that was made before and never given is replaced by it. */
    add({ sessionId, atMs, trigger, xml, state, transcriptBytes }: NewSnapshot): void {
      database.write((c) => {
        c.prepare(
          "UPDATE session_resume SET state = 'replaced' WHERE session_id = ? AND state <> 'delivered'",
        ).run(sessionId);
        c.prepare(
          `INSERT INTO session_resume (session_id, at_ms, trigger, xml, state, transcript_bytes)
           VALUES (?, ?, ?, ?, ?, ?)`,
        ).run(sessionId, atMs, trigger, redactText(xml).text, state, transcriptBytes);
      });
    },

    /** False when the state is no longer `from`: somebody else was faster. */
    move(id: number, from: SnapshotState, to: SnapshotState, transcriptBytes: number): boolean {
      return database.write(
        (c) =>
          c
            .prepare('UPDATE session_resume SET state = ?, transcript_bytes = ? WHERE id = ? AND state = ?')
            .run(to, transcriptBytes, id, from).changes > 0,
      );
    },

    /** Undefined: nothing of it was read yet. */
    transcript(sessionId: string): TranscriptMark | undefined {
      const row = database.read((c) =>
        c.prepare('SELECT path, offset FROM transcripts WHERE session_id = ?').get(sessionId),
      );
      return row === undefined ? undefined : { path: String(row.path), offset: Number(row.offset) };
    },

    /** The session that reads this transcript, too: one conversation under two ids. */
    sessionOf(path: string, exceptId: string): string | undefined {
      const row = database.read((c) =>
        c
          .prepare(
            `SELECT t.session_id FROM transcripts t JOIN sessions s ON s.id = t.session_id
             WHERE t.path = ? AND t.session_id <> ? ORDER BY s.last_ms DESC LIMIT 1`,
          )
          .get(path, exceptId),
      );
      return row === undefined ? undefined : String(row.session_id);
    },

    /** Folders in which transcripts of this project lie. */
    transcriptFolders: (): readonly string[] => [
      ...new Set(
        database
          .read((c) => c.prepare('SELECT DISTINCT path FROM transcripts').all())
          .map(({ path }) => dirname(String(path))),
      ),
    ],

    noteTranscript(sessionId: string, { path, offset }: TranscriptMark): void {
      database.write((c) =>
        c
          .prepare(
            `INSERT INTO transcripts (session_id, path, offset) VALUES (?, ?, ?)
             ON CONFLICT (session_id) DO UPDATE SET path = excluded.path, offset = excluded.offset`,
          )
          .run(sessionId, path, offset),
      );
    },
  };
}
