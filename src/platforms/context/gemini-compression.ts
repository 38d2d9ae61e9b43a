import { isRecord, type JsonRecord, stringField } from '#core/json.ts';

/** What the client lets the model say behind a summary. */
export const COMPRESSED_MARK = 'Got it. Thanks for the additional context!';
/** The whole history is written anew for other reasons, too: then its summary is an old one. */
const SAME_MOMENT_MS = 10_000;

const timeOf = (record: JsonRecord, key: string): number => Date.parse(stringField(record, key) ?? '');

const saysMark = ({ content }: JsonRecord): boolean =>
  Array.isArray(content) && content.some((part) => isRecord(part) && part.text === COMPRESSED_MARK);

/**
 * When a compression happened that this line of a chat of Gemini CLI (0.61.0) tells of, in milliseconds since the epoch;
 * undefined for every other line.
 */
export function compressedAt({ $set: set }: JsonRecord): number | undefined {
  if (!isRecord(set) || !Array.isArray(set.messages)) return undefined;
  const messages = set.messages.filter(isRecord);
  // A later compression sums up the earlier one.
  const reply = messages.findLast(saysMark);
  if (reply === undefined) return undefined;
  const atMs = timeOf(reply, 'timestamp');
  return timeOf(set, 'lastUpdated') - atMs <= SAME_MOMENT_MS ? atMs : undefined;
}
