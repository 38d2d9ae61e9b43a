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

  /** Counts of these terms; what is not known is asked of `count`. */
  of(
    connection: Connection,
    terms: readonly string[],
    count: (term: string) => number,
  ): ReadonlyMap<string, number> {
    const stamp = stampOf(connection);
    if (stamp !== this.stamp || this.counts.size > MAX_TERMS) this.counts.clear();
    this.stamp = stamp;
    return new Map(
      terms.map((term) => {
        const passages = this.counts.get(term) ?? count(term);
        if (passages >= FREQUENT) this.counts.set(term, passages);
        return [term, passages];
      }),
    );
  }
}

/** Changes with each write of another connection, and with each passage that comes. */
function stampOf(connection: Connection): string {
  const version = connection.prepare('PRAGMA data_version').get()?.data_version;
  const last = connection.prepare('SELECT max(id) AS last FROM chunks').get()?.last;
  return `${version} ${last}`;
}
