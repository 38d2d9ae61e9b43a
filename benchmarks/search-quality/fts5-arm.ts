import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Arm, LIMIT, type OpenArm, type Result } from './arm.ts';
import { bytesBelow, filesBelow } from './files.ts';

/** What one writes without thinking about search: passages of so many lines. */
const PASSAGE_LINES = 40;
/** … and of so many characters, so that one-line JSON is more than one passage. */
const PASSAGE_CHARS = 4_000;

interface Statement {
  run(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): readonly unknown[];
}
interface Connection {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
type OpenConnection = new (path: string) => Connection;

interface Row {
  readonly path: string;
  readonly line: number;
  readonly body: string;
}

/** Passages of at most so many lines and characters; a longer line is cut into several. */
function insertFile(insert: Statement, folder: string, path: string): void {
  const lines = readFileSync(join(folder, path), 'utf8').split('\n');
  let first = 0;
  while (first < lines.length) {
    let end = first;
    let chars = 0;
    while (end < lines.length && end - first < PASSAGE_LINES) {
      const next = (lines[end] ?? '').length + 1;
      if (chars > 0 && chars + next > PASSAGE_CHARS) break;
      chars += next;
      end += 1;
    }
    const body = lines.slice(first, end).join('\n');
    for (let at = 0; at < body.length; at += PASSAGE_CHARS) {
      const piece = body.slice(at, at + PASSAGE_CHARS);
      if (piece.trim() !== '') insert.run(path, first + 1, piece);
    }
    first = end;
  }
}

/** Every word of the question in quotes, any of them. Empty for a question without letter or digit. */
const anyWord = (question: string): string =>
  (question.match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => `"${word}"`).join(' OR ');

const shown = ({ path, line, body }: Row): Result => ({
  path,
  firstLine: line,
  lastLine: line + body.split('\n').length - 1,
  text: body,
});

function open(folder: string): OpenArm {
  const Database = createRequire(import.meta.url)('better-sqlite3') as OpenConnection;
  const home = mkdtempSync(join(tmpdir(), 'plimsoll-fts5-'));
  const database = new Database(join(home, 'index.db'));
  const startMs = performance.now();
  database.exec(
    'CREATE VIRTUAL TABLE passages USING fts5(path UNINDEXED, line UNINDEXED, body, tokenize = "porter unicode61")',
  );
  const insert = database.prepare('INSERT INTO passages VALUES (?, ?, ?)');
  database.exec('BEGIN');
  for (const path of filesBelow(folder)) insertFile(insert, folder, path);
  database.exec('COMMIT');
  const indexMs = performance.now() - startMs;
  const find = database.prepare(
    `SELECT path, line, body FROM passages WHERE passages MATCH ? ORDER BY bm25(passages) LIMIT ${LIMIT}`,
  );
  return {
    indexMs,
    async ask(question) {
      const askedMs = performance.now();
      const words = anyWord(question);
      const results = words === '' ? [] : (find.all(words) as readonly Row[]).map(shown);
      const text = results.map((result) => `${result.path}:${result.firstLine}\n${result.text}`).join('\n\n');
      return { text, results, ms: performance.now() - askedMs };
    },
    async close() {
      database.close();
      const left = bytesBelow(home);
      rmSync(home, { recursive: true, force: true });
      return left;
    },
  };
}

/** Plain FTS5 over the text (paths are not searched): passages of 40 lines, Porter stems, any word, bm25. What every must is compared with. */
export const fts5Arm: Arm = { name: 'fts5', open: async (folder) => open(folder) };
