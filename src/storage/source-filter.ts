import type { Source } from './source.ts';

/** Which sources are wanted; an absent field wants all. */
export interface HitFilter {
  /** Exact label. */
  readonly label?: string | undefined;
  /** Label with `*` for any text. */
  readonly labelPattern?: string | undefined;
  readonly sourceId?: number | undefined;
  /** One of these; with an empty list none. */
  readonly sourceIds?: readonly number[] | undefined;
  readonly kind?: string | undefined;
  readonly sinceMs?: number | undefined;
}

/** When a source got the text that it has: when it came, or when its file was changed after that. SQL over `sources s`. */
export const TEXT_TIME = 'max(s.created_ms, coalesce(s.mtime_ms, 0))';

/** The same for a row that was read. Milliseconds since the epoch. */
export const textTimeMs = ({ createdMs, mtimeMs }: Pick<Source, 'createdMs' | 'mtimeMs'>): number =>
  Math.max(createdMs, mtimeMs ?? 0);

export interface Condition {
  /** SQL over `sources s`, in brackets. */
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** A label pattern, in which `*` is any text, in LIKE's syntax; everything else is literal. */
export const likePattern = (pattern: string): string =>
  pattern.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');

/** Sources that fit; with an empty filter all of them. */
export function sourceCondition(filter: HitFilter): Condition {
  const tests: readonly (readonly [sql: string, value: string | number | undefined])[] = [
    ['s.label = ?', filter.label],
    [
      String.raw`s.label LIKE ? ESCAPE '\'`,
      filter.labelPattern === undefined ? undefined : likePattern(filter.labelPattern),
    ],
    ['s.id = ?', filter.sourceId],
    [
      's.id IN (SELECT value FROM json_each(?))',
      filter.sourceIds === undefined ? undefined : JSON.stringify(filter.sourceIds),
    ],
    ['s.kind = ?', filter.kind],
    [`${TEXT_TIME} >= ?`, filter.sinceMs],
  ];
  const given = tests.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  return {
    sql: given.length === 0 ? '(1)' : `(${given.map(({ sql }) => sql).join(' AND ')})`,
    values: given.map(({ value }) => value),
  };
}

/** Sources whose passages are wanted: those that fit, and those that hold the text of one that fits. */
export function passageCondition(filter: HitFilter): Condition {
  const { sql, values } = sourceCondition(filter);
  if (values.length === 0) return { sql, values };
  return {
    sql: `(${sql} OR s.id IN (SELECT s.same_as FROM sources s WHERE s.same_as IS NOT NULL AND ${sql}))`,
    values: [...values, ...values],
  };
}
