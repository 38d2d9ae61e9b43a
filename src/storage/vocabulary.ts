import { Terms } from '#core/text/terms.ts';
import type { Database } from './database.ts';
import type { Connection } from './driver.ts';
import { FrequentCounts } from './frequent-counts.ts';

/** Terms that share trigrams with a word are compared with it up to this number; the best sharers come first. */
const CANDIDATES = 200;
/** New terms are taken in so many at a time, which keeps a transaction short. */
const BATCH = 2_000;

/** A longer text is no word; SQLite takes at most 500 parts of a compound query. */
const MAX_TRIGRAMS = 100;

const trigramsOf = (word: string): readonly string[] => {
  const characters = [...word];
  return [...new Set(characters.slice(2).map((_, i) => characters.slice(i, i + 3).join('')))];
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Trigrams in a row that one edit may change: three, and four by two swapped letters. */
const CHANGED = 4;
/** Terms that are counted to find those that share most trigrams; a large vocabulary has too many for each trigram. */
const COUNTED = 30_000;

const CONTAINING = `SELECT t.term FROM term_index i JOIN terms t ON t.id = i.rowid
  WHERE term_index MATCH ? ORDER BY length(t.term), t.term LIMIT ${CANDIDATES}`;

/** One statement for all terms: opening the table of terms takes longer than finding a term in it. */
const COUNTS = `SELECT t.term, t.doc FROM json_each(?) asked CROSS JOIN chunk_terms t ON t.term = asked.value`;

/** As many of the rarest trigrams as can be counted quickly, at least one. */
function rarestTrigrams(connection: Connection, trigrams: readonly string[]): readonly string[] {
  const statement = connection.prepare('SELECT count(*) AS n FROM term_index WHERE term_index MATCH ?');
  const counted = trigrams
    .map((trigram) => ({ trigram, count: Number(statement.get(quoted(trigram))?.n ?? 0) }))
    .sort((a, b) => a.count - b.count);
  let sum = 0;
  const cheap = counted.filter(({ count }, i) => {
    sum += count;
    return i === 0 || sum <= COUNTED;
  });
  return cheap.map(({ trigram }) => trigram);
}

/** The terms of the text index, to find those that hold or resemble a word. All methods throw what `Database` throws. */
export type Vocabulary = ReturnType<typeof createVocabulary>;

/** The vocabulary of one store. */
export function createVocabulary(database: Database) {
  const frequent = new FrequentCounts();

  return {
    /** Makes terms of words; it remembers them from search to search. */
    terms: new Terms(),

    /** About how many passages there are: passages that went are counted as well. */
    passages(): number {
      const row = database.read((c) => c.prepare('SELECT max(id) AS last FROM chunks').get());
      return Number(row?.last ?? 0);
    },

    /** In how many passages each term occurs; 0 for an unknown one. */
    countPassages(terms: readonly string[]): ReadonlyMap<string, number> {
      if (terms.length === 0) return new Map();
      return database.read((connection) => {
        const statement = connection.prepare(COUNTS);
        return frequent.of(connection, terms, (unknown) =>
          statement.all(JSON.stringify(unknown)).map(({ term, doc }) => [String(term), Number(doc)]),
        );
      });
    },

    /** Of these terms those that were ever indexed. They may be hundreds: one statement finds them in a millisecond. */
    indexed(terms: Iterable<string>): readonly string[] {
      const list = JSON.stringify([...terms]);
      return database
        .read((c) =>
          c.prepare('SELECT term FROM terms WHERE term IN (SELECT value FROM json_each(?))').all(list),
        )
        .map((row) => String(row.term));
    },

    /** Terms that hold this text, the shortest first; empty when it is shorter than three characters. */
    containing(text: string): readonly string[] {
      const trigrams = trigramsOf(text);
      if (trigrams.length === 0 || trigrams.length > MAX_TRIGRAMS) return [];
      const expression = trigrams.map(quoted).join(' AND ');
      const rows = database.read((connection) => connection.prepare(CONTAINING).all(expression));
      return rows.map((row) => String(row.term)).filter((term) => term.includes(text));
    },

    /** Terms of about this length that share trigrams with the word, those that share most first. */
    resembling(word: string, edits: number): readonly string[] {
      const trigrams = trigramsOf(word);
      if (trigrams.length === 0 || trigrams.length > MAX_TRIGRAMS) return [];
      const { length } = [...word];
      return database.read((connection) => {
        const rarest = rarestTrigrams(connection, trigrams);
        const least = Math.max(1, rarest.length - CHANGED * edits);
        const lists = rarest.map(() => 'SELECT rowid AS id FROM term_index WHERE term_index MATCH ?');
        return connection
          .prepare(
            `SELECT t.term FROM (
              SELECT id, count(*) AS shared FROM (${lists.join(' UNION ALL ')}) GROUP BY id HAVING shared >= ${least}
            ) s JOIN terms t ON t.id = s.id WHERE length(t.term) BETWEEN ? AND ? ORDER BY s.shared DESC LIMIT ${CANDIDATES}`,
          )
          .all(...rarest.map(quoted), length - edits, length + edits)
          .map((row) => String(row.term));
      });
    },

    /**
     * Takes new terms of the index in, one batch a call, in alphabetical order. Returns where the next call has to go on,
     * undefined at the end. Terms stay when their passages go: who looks one up asks how many passages hold it.
     */
    takeIn(after: string): string | undefined {
      return database.write((connection) => {
        const fresh = connection
          .prepare(
            `SELECT v.term FROM chunk_terms v LEFT JOIN terms t ON t.term = v.term
             WHERE v.term > ? AND t.id IS NULL AND length(v.term) > 2 LIMIT ${BATCH}`,
          )
          .all(after)
          .map((row) => String(row.term));
        const insert = connection.prepare('INSERT INTO terms (term) VALUES (?)');
        const index = connection.prepare('INSERT INTO term_index (rowid, term) VALUES (?, ?)');
        for (const term of fresh) index.run(insert.run(term).lastInsertRowid, term);
        return fresh.length === BATCH ? fresh.at(-1) : undefined;
      });
    },
  };
}
