import { describe, expect, it } from 'vitest';
import { clock, join, kindOf, repeat, show } from './show.ts';

const LINES = 3_000;
const MESSAGES = ['GET /health 200 in', 'cache hit for item', 'job done after'];
const message = (i: number): string => `${MESSAGES[i % 3]} ${(i * 7919) % 997}`;

describe.each<readonly [string, (i: number, level: string, text: string) => string]>([
  ['ISO', (i, level, text) => `2026-11-30T${clock(i)}.123Z ${level} ${text}`],
  ['level first', (i, level, text) => `${level}: 2026-11-30 ${clock(i)} ${text}`],
  ['python', (i, level, text) => `2026-11-30 ${clock(i)},042 - app.worker - ${level} - ${text}`],
  [
    'zap console',
    (i, level, text) => `2026-11-30T${clock(i)}.123+0100\t${level}\tserver/http.go:12\t${text}`,
  ],
  ['syslog', (i, level, text) => `Nov 30 ${clock(i)} web1 app[42]: ${level} ${text}`],
  ['log4j', (i, level, text) => `30 Nov 2026 ${clock(i)},123 [main] ${level} com.acme.Orders - ${text}`],
  ['compose', (i, level, text) => `web-1  | 2026-11-30T${clock(i)}.5Z ${level} ${text}`],
  ['kubectl', (i, level, text) => `[pod/web-7d/app] 2026-11-30T${clock(i)}Z ${level} ${text}`],
  ['time only', (i, level, text) => `[${clock(i)}] ${level} ${text}`],
  ['logfmt', (i, level, text) => `ts=2026-11-30T${clock(i)}Z level=${level.toLowerCase()} msg="${text}"`],
  ['go', (i, level, text) => `2026/11/30 ${clock(i)} ${level} ${text}`],
])('a log with times as in %s', (name, line) => {
  const text = join(
    repeat(LINES, (i) => {
      if (i === 1234) return line(i, 'ERROR', 'payment of order A-77 failed');
      if (i === 2000) return line(i, 'WARN', 'pool is nearly exhausted');
      if (i === 1500) return line(i, 'INFO', 'configuration was read again');
      return line(i, 'INFO', message(i));
    }),
  );
  const shown = show(text);

  it('is recognised', () => expect(kindOf(text)).toBe('log'));
  it('shows the error, the warning and the line that is like no other', () => {
    for (const part of [
      'payment of order A-77 failed',
      'pool is nearly exhausted',
      'configuration was read again',
    ])
      if (name !== 'logfmt' || !part.startsWith('conf')) expect(shown).toContain(part);
  });
  it('counts levels and lines, with the first and the last time', () => {
    expect(shown).toMatch(/^\[log: 3,000 lines, .*10:00:00.* – 10:49:59.*\]$/m);
    expect(shown).toMatch(/^\[levels: ERROR 1 \(10:20:34.*\), WARN 1 \(10:33:20.*\), INFO 2,998\]$/m);
  });
});

it('folds lines that say the same into one note with their count and times', () => {
  const text = join(repeat(LINES, (i) => `2026-11-30T${clock(i)}Z INFO ${message(i)}`));
  expect(show(text)).toContain('[1,000 lines like "INFO cache hit for item 940": 10:00:01Z – 10:49:58Z]');
});

it('tells of a silence and of a burst', () => {
  const text = join(
    repeat(900, (i) => `2026-11-30 ${clock(i * 2)} tick ${i}`),
    repeat(600, (i) => `2026-11-30 ${clock(1800)} tick ${i}`),
    repeat(300, (i) => `2026-11-30 ${clock(4000 + i * 2)} tick ${i}`),
  );
  expect(show(text)).toContain('[most lines in a minute: 2026-11-30 10:30, 600 (median 30)]');
  expect(show(text)).toContain('[no line between 10:30:00 – 11:06:40]');
});

it.each([
  [
    'a table',
    join(
      'time,value',
      repeat(100, (i) => `2026-11-30 ${clock(i)},${i}`),
    ),
  ],
  ['records', join(repeat(100, (i) => `{"time":"2026-11-30T${clock(i)}Z","level":30}`))],
  ['prose', join(repeat(100, (i) => `Paragraph ${i} mentions 2026-11-30 10:00:00 somewhere.`))],
])('%s is no log', (_, text) => expect(kindOf(text)).not.toBe('log'));
