import { expect, it } from 'vitest';
import { formatAge, parseSince } from '#core/time-span.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2026-05-20T12:00:00Z');

it.each([
  [-5_000, 'just now'],
  [0, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 min ago'],
  [59 * 60_000, '59 min ago'],
  [HOUR_MS, '1 h ago'],
  [47.9 * HOUR_MS, '47 h ago'],
  [48 * HOUR_MS, '2 d ago'],
  [400 * 24 * HOUR_MS, '400 d ago'],
])('%d ms: %s', (ageMs, text) => {
  expect(formatAge(ageMs)).toBe(text);
});

it.each([
  ['30m', NOW_MS - HOUR_MS / 2],
  ['2h', NOW_MS - 2 * HOUR_MS],
  [' 3 D ', NOW_MS - 72 * HOUR_MS],
  ['1w', NOW_MS - 168 * HOUR_MS],
  ['2026-05-01', new Date(2026, 4, 1).getTime()],
  ['2026-05-01T14:30', new Date(2026, 4, 1, 14, 30).getTime()],
  ['2026-05-01 14:30', new Date(2026, 4, 1, 14, 30).getTime()],
  ['2026-05-01T14:30:00Z', Date.UTC(2026, 4, 1, 14, 30)],
])('since %s', (text, atMs) => {
  expect(parseSince(text, NOW_MS)).toBe(atMs);
});

it.each(['', 'yesterday', '2', 'h', '-2h', '2y', '2026', '05/01/2026', '2026-13-40'])(
  '%j is no time',
  (text) => {
    expect(parseSince(text, NOW_MS)).toBeUndefined();
  },
);
