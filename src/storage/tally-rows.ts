import { TALLY_KINDS, type TallyEntry, type TallyRow } from '#core/tally.ts';
import type { Connection, Row } from './driver.ts';

/** The day by the clock of this machine, `2026-11-30`. */
function dayOf(atMs: number): string {
  const date = new Date(atMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Adds to the counters, inside the transaction of what is counted: one row of a small table per call. */
export function tallyWriter(
  connection: Connection,
): (sessionId: string, atMs: number, entry: TallyEntry) => void {
  const add = connection.prepare(
    `INSERT INTO tally VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count, produced_bytes = produced_bytes + excluded.produced_bytes,
       host_bytes = host_bytes + excluded.host_bytes, instead_bytes = instead_bytes + excluded.instead_bytes,
       entered_bytes = entered_bytes + excluded.entered_bytes, overhead_bytes = overhead_bytes + excluded.overhead_bytes`,
  );
  return (sessionId, atMs, entry) => {
    add.run(
      sessionId,
      dayOf(atMs),
      entry.kind,
      entry.name,
      entry.count ?? 1,
      entry.producedBytes ?? 0,
      entry.hostBytes ?? 0,
      entry.insteadBytes ?? 0,
      entry.enteredBytes ?? 0,
      entry.overheadBytes ?? 0,
    );
  };
}

/** What sessions counted stays when they go, without saying whose it was. */
export function foldSessions(connection: Connection, ids: readonly string[]): void {
  const rows = connection.prepare('SELECT * FROM tally WHERE session_id = ?');
  const add = tallyWriter(connection);
  const remove = connection.prepare('DELETE FROM tally WHERE session_id = ?');
  for (const id of ids) {
    if (id === '') continue;
    // Noon is that day wherever clocks were put forward or back.
    for (const row of rows.all(id).flatMap(toTallyRow)) add('', Date.parse(`${row.day}T12:00:00`), row);
    remove.run(id);
  }
}

const KINDS: ReadonlySet<unknown> = new Set(TALLY_KINDS);

/** A row as counts; empty for a kind that nobody knows. */
export function toTallyRow(row: Row): readonly TallyRow[] {
  if (!KINDS.has(row.kind)) return [];
  return [
    {
      sessionId: String(row.session_id),
      day: String(row.day),
      kind: row.kind as TallyRow['kind'],
      name: String(row.name),
      count: Number(row.count),
      producedBytes: Number(row.produced_bytes),
      hostBytes: Number(row.host_bytes),
      insteadBytes: Number(row.instead_bytes),
      enteredBytes: Number(row.entered_bytes),
      overheadBytes: Number(row.overhead_bytes),
    },
  ];
}
