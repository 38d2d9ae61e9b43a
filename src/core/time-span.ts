import { DAY_MS, SECOND_MS } from './units.ts';

const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const SPAN_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/** `just now`, `5 min ago`, `3 h ago`, `12 d ago`. A time that lies ahead (clocks differ) is now. */
export function formatAge(ageMs: number): string {
  if (ageMs < MINUTE_MS) return 'just now';
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min ago`;
  if (ageMs < 2 * DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h ago`;
  return `${Math.floor(ageMs / DAY_MS)} d ago`;
}

/** What `parseSince` takes, for messages. */
export const SINCE_ACCEPTED = '30m, 2h, 3d, 1w, or a date such as 2026-05-01 or 2026-05-01T14:30';

/**
 * A point in time, in milliseconds since the epoch: so long before now (`30m`, `2h`, `3d`, `1w`), or an ISO date or time;
 * without an offset it is local. Undefined when the text is neither.
 */
export function parseSince(text: string, nowMs: number): number | undefined {
  const given = text.trim();
  const [, count = '', unit = ''] = /^(\d{1,6})\s*([mhdw])$/i.exec(given) ?? [];
  const spanMs = SPAN_MS[unit.toLowerCase()];
  if (spanMs !== undefined) return nowMs - Number(count) * spanMs;
  if (!/^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(given)) return undefined;
  const atMs = Date.parse(given.length === 10 ? `${given}T00:00` : given.replace(' ', 'T'));
  return Number.isNaN(atMs) ? undefined : atMs;
}
