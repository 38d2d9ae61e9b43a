import type { StoredFact } from '#core/session-fact.ts';
import type { Database } from './database.ts';
import { toFact } from './fact-rows.ts';
import { type HitFilter, likePattern } from './source-filter.ts';

/** So many facts are looked at, those that were recorded last; more would take longer than hooks can wait. */
const LOOKED_AT = 10_000;
/** SQLite's numbers are exact up to 53 bits; a longer question is a text, of which the first words say enough. */
export const MAX_FACT_WORDS = 30;

/** Labels of facts begin so: `event:decision`, and the session's own: `session <id>`. */
const FACT_LABEL = 'event:';
const KIND_LABEL = `'${FACT_LABEL}' || f.kind`;
const SESSION_LABEL = `'session ' || f.session_id`;

export interface FactMatch {
  readonly id: number;
  /** Bits of the words that it holds. */
  readonly mask: number;
}

export interface FactFilter extends Pick<HitFilter, 'label' | 'labelPattern' | 'sinceMs'> {
  /** For each word the spellings by which it is known, each in parts that all have to occur; at most MAX_FACT_WORDS words. */
  readonly words: readonly (readonly (readonly string[])[])[];
}

/** What a fact is found by. SQLite makes only ASCII lower case. */
const TEXT = `lower(f.kind || ' ' || coalesce(f.state, '') || ' ' || coalesce(f.key, '') || ' ' || f.text)`;

interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

function conditionOf({ label, labelPattern, sinceMs }: FactFilter): Condition {
  const pattern = labelPattern === undefined ? undefined : likePattern(labelPattern);
  const given: (readonly [sql: string, ...values: (string | number)[]])[] = [];
  if (label !== undefined) given.push([`(${KIND_LABEL} = ? OR ${SESSION_LABEL} = ?)`, label, label]);
  if (pattern !== undefined)
    given.push([
      String.raw`(${KIND_LABEL} LIKE ? ESCAPE '\' OR ${SESSION_LABEL} LIKE ? ESCAPE '\')`,
      pattern,
      pattern,
    ]);
  if (sinceMs !== undefined) given.push(['f.at_ms >= ?', sinceMs]);
  return {
    sql: given.length === 0 ? '' : `WHERE ${given.map(([sql]) => sql).join(' AND ')}`,
    values: given.flatMap(([, ...values]) => values),
  };
}

/** Facts by what they say. All methods throw what `Database` throws. */
export type FactSearch = ReturnType<typeof createFactSearch>;

/** The facts of one project's store, to be looked through. */
export function createFactSearch(database: Database) {
  return {
    /**
     * Which of the newest facts hold which of the words. There is no index to keep: a project has a few thousand facts, and
     * looking through them takes a few milliseconds.
     */
    matches(filter: FactFilter): readonly FactMatch[] {
      const condition = conditionOf(filter);
      const words = filter.words.slice(0, MAX_FACT_WORDS);
      const bits = words.map(
        (spellings, bit) =>
          `((${spellings.map((parts) => `(${parts.map(() => 'instr(w, ?) > 0').join(' AND ')})`).join(' OR ')}) << ${bit})`,
      );
      const mask = bits.length === 0 ? '0' : bits.join(' | ');
      const rows = database.read((c) =>
        c
          .prepare(
            `WITH t AS MATERIALIZED (SELECT f.id, ${TEXT} AS w
               FROM (SELECT * FROM facts ORDER BY id DESC LIMIT ${LOOKED_AT}) f ${condition.sql})
             SELECT id, mask FROM (SELECT id, ${mask} AS mask FROM t) ${bits.length === 0 ? '' : 'WHERE mask > 0'}
             ORDER BY id DESC`,
          )
          .all(...condition.values, ...words.flat(2)),
      );
      return rows.map((row) => ({ id: Number(row.id), mask: Number(row.mask) }));
    },

    /** How many facts a search looks at. */
    size: (): number =>
      database.read((c) =>
        Number(c.prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM facts LIMIT ${LOOKED_AT})`).get()?.n ?? 0),
      ),

    /** These facts, in any order. */
    read: (ids: readonly number[]): readonly StoredFact[] =>
      database
        .read((c) =>
          c
            .prepare('SELECT * FROM facts WHERE id IN (SELECT value FROM json_each(?))')
            .all(JSON.stringify(ids)),
        )
        .flatMap(toFact),

    /** What became of it afterwards: the state of the last fact that continues this one; undefined: nothing came after it. */
    laterState({ sessionId, kind, key, id }: StoredFact): string | undefined {
      if (key === undefined) return undefined;
      const row = database.read((c) =>
        c
          .prepare(
            'SELECT state FROM facts WHERE session_id = ? AND kind = ? AND key = ? AND id > ? ORDER BY id DESC LIMIT 1',
          )
          .get(sessionId, kind, key, id),
      );
      return row === undefined ? undefined : String(row.state ?? '');
    },
  };
}
