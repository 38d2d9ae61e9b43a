import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digestText } from '#features/governor/digest.ts';
import { clock, join, kindOf, repeat } from './show.ts';

const STARTS: Readonly<Record<string, readonly string[]>> = {
  log: repeat(40, (i) => `2026-11-30T${clock(i)}Z INFO a ${i}`),
  'access-log': repeat(40, (i) => `1.2.3.4 - - [30/Nov/2026:${clock(i)} +0000] "GET /a HTTP/1.1" 200 1`),
  diff: ['diff --git a/a b/a', '--- a/a', '+++ b/a', '@@ -1,40 +1,40 @@', ...repeat(40, (i) => `+${i}`)],
  grep: repeat(40, (i) => `src/a${i}.ts:${i}:  text`),
  listing: repeat(40, (i) => `src/a${i}.ts`),
  'git-log': repeat(40, (i) => `${(i + 40_000_000).toString(16)}a subject`),
  'git-status': repeat(40, (i) => ` M src/a${i}.ts`),
  'git-blame': repeat(40, (i) => `a1b2c3d4 (Ada 2026-11-30 10:00:00 +0100 ${i}) x`),
  'git-refs': ['* main', ...repeat(40, (i) => `  topic-${i}`)],
  build: repeat(40, (i) => `   Compiling a${i} v1`),
  dependencies: repeat(40, (i) => `├── a${i}@1.0.0`),
};

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    '\r',
    ' ',
    '\t',
    '@@ -1,99999999 +1,9 @@',
    '--- ',
    '+++ ',
    '│ '.repeat(300),
    ' '.repeat(3000),
    '":"'.repeat(2000),
    'a/'.repeat(3000),
    '0 '.repeat(3000),
    '('.repeat(3000),
    '\0',
    '\uFFFD',
  ),
  fc.nat(70_000).map((n) => '.x/'.repeat(n / 3)),
);

it.each(Object.entries(STARTS))(
  '%s with anything in it, cut anywhere, with either line end',
  (name, lines) => {
    expect(kindOf(join(lines))).toBe(name);
    fc.assert(
      fc.property(
        fc.array(odd, { maxLength: 12 }),
        fc.nat(4000),
        fc.constantFrom('\n', '\r\n'),
        (more, at, end) => {
          const text = [...lines, ...more, ...lines].join(end);
          for (const part of [text, text.slice(0, at)]) {
            const digest = digestText(part, { maxBytes: 900 });
            expect(Buffer.byteLength(digest.text)).toBeLessThanOrEqual(900);
          }
        },
      ),
      { numRuns: 30 },
    );
  },
);

it.each(Object.entries(STARTS))('%s does not hide an error of the tool', (_, lines) => {
  const text = join(
    ...repeat(20, () => '').map(() => lines),
    'fatal: the disk is full',
    ...repeat(20, () => '').map(() => lines),
  );
  expect(digestText(text, { maxBytes: 3_700 }).text).toContain('fatal: the disk is full');
});
