import type { Connection } from './driver.ts';
import { transaction } from './transaction.ts';

/** Ways in which a notice reaches the user: each tells it once. */
export type NoticeChannel = 'tool' | 'stats' | 'doctor';

/** Keeps a text for every channel. */
export function addNotice(connection: Connection, atMs: number, text: string): void {
  connection.prepare('INSERT INTO notices (at_ms, text) VALUES (?, ?)').run(atMs, text);
}

/** Texts that this channel has not told yet, oldest first; they count as told. Empty is the normal case and only reads. */
export function takeNotices(connection: Connection, channel: NoticeChannel): string[] {
  if (untold(connection, channel).length === 0) return [];
  return transaction(connection, () => {
    const notices = untold(connection, channel);
    const tell = connection.prepare('INSERT INTO notices_told (notice_id, channel) VALUES (?, ?)');
    for (const { id } of notices) tell.run(id, channel);
    return notices.map(({ text }) => text);
  });
}

function untold(
  connection: Connection,
  channel: NoticeChannel,
): { readonly id: number; readonly text: string }[] {
  return connection
    .prepare(
      'SELECT id, text FROM notices WHERE id NOT IN (SELECT notice_id FROM notices_told WHERE channel = ?) ORDER BY id',
    )
    .all(channel)
    .map((row) => ({ id: Number(row.id), text: String(row.text) }));
}
