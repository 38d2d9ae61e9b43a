import type { Connection } from './driver.ts';

/** Counting takes a microsecond for each 50 passages; a rarer term is counted each time. */
const FREQUENT = 500;
const MAX_TERMS = 2_000;

/**
 * In how many passages frequent terms occur, as long as the store stays as it is. Passages that this connection took away
 * may still be in it until the next write of another one: a number over `FREQUENT` is only a weight.
 */
export class FrequentCounts {
  private stamp = '';
  private readonly counts = new Map<string, number>();

  /** Counts of these terms; what is not known is asked of `count`, which may leave out terms that no passage holds. */
  of(
    connection: Connection,
    terms: readonly string[],
    count: (terms: readonly string[]) => readonly (readonly [term: string, passages: number])[],
  ): ReadonlyMap<string, number> {
    const stamp = stampOf(connection);
    if (stamp !== this.stamp || this.counts.size > MAX_TERMS) this.counts.clear();
    this.stamp = stamp;
    const unknown = terms.filter((term) => !this.counts.has(term));
    const fresh = new Map(unknown.length === 0 ? [] : count(unknown));
    for (const [term, passages] of fresh) if (passages >= FREQUENT) this.counts.set(term, passages);
    return new Map(terms.map((term) => [term, this.counts.get(term) ?? fresh.get(term) ?? 0]));
  }
}

/** Changes with each write of another connection, and with each passage that comes. */
function stampOf(connection: Connection): string {
  const version = connection.prepare('PRAGMA data_version').get()?.data_version;
  const last = connection.prepare('SELECT max(id) AS last FROM chunks').get()?.last;
  return `${version} ${last}`;
}
