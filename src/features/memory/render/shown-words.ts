import { byteLength, takeBytes } from '#core/text/bytes.ts';
import { takeLastBytes } from '../words/last-bytes.ts';

/** Marks by which hosts set off what they say from what the user says: written so that none begins or ends. */
const HOST_MARK =
  /[<\uff1c\ufe64](?=\s*[/\\\uff0f]?\s*(?:system[-_ ](?:reminder|prompt|message|instruction|notification)|session_|function_|antml|invoke\b|tool[-_](?:use|call|result|response|output)|user[-_]prompt|(?:local-)?command-(?:name|message|args|std|contents|caveat)|bash-(?:input|std)|task-notification|(?:untrusted|outside)[-_]))/gi;

/** A text on one line, with nothing in it that a host could take for its own. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(HOST_MARK, '‹');

/** A text with its own lines, each but the first set off by `> `. */
export const quotedLines = (text: string): string =>
  text
    .trim()
    .split(/\n+/)
    .map((line) => oneLine(line))
    .filter(Boolean)
    .join('\n> ');

/** A text in about `maxBytes`: its head and its tail, and how much is missing between them. */
export function headAndTail(text: string, maxBytes: number): string {
  const bytes = byteLength(text);
  if (bytes <= maxBytes) return text;
  const head = takeBytes(text, Math.floor(maxBytes * 0.6));
  const tail = takeLastBytes(text, Math.floor(maxBytes * 0.25));
  return `${head} [… ${bytes - byteLength(head) - byteLength(tail)} bytes …] ${tail}`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-03-02`, UTC. */
export function dayOf(atMs: number): string {
  const date = new Date(atMs);
  return `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

/** `09:14`, UTC. */
export function clockOf(atMs: number): string {
  const date = new Date(atMs);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

/** `2026-03-02 09:14`, UTC. */
export const minuteOf = (atMs: number): string => `${dayOf(atMs)} ${clockOf(atMs)}`;

/** `09:14` on the day that a record begins with, `2026-03-02 09:14` on others. */
export const stampOf = (atMs: number, fromMs: number): string =>
  dayOf(atMs) === dayOf(fromMs) ? clockOf(atMs) : minuteOf(atMs);
