import { expect, it } from 'vitest';
import { outlineOf } from '#features/knowledge/outline.ts';

const code = Array.from(
  { length: 300 },
  (_, i) => `export function make${i}() {\n${`  const value = ${i};\n`.repeat(30)}  return ${i};\n}\n`,
).join('\n');

it('names what lies where, by lines that follow each other to the end', () => {
  const lines = outlineOf('a.ts', code, 100_000).split('\n');
  const ranges = lines.map(
    (line) => /^(\d+)-(\d+) (?:.*\b)?make\d+/.exec(line)?.slice(1).map(Number) ?? [0, 0],
  );
  expect(ranges[0]?.[0]).toBe(1);
  for (const [i, [from = 0]] of ranges.entries())
    if (i > 0) expect(from).toBeGreaterThan(ranges[i - 1]?.[0] ?? 0);
  expect(lines.at(-1)).toContain('make299');
});

it('is thinned out to fit, from the first line to the last', () => {
  const outline = outlineOf('a.ts', code, 1_000);
  expect(Buffer.byteLength(outline)).toBeLessThanOrEqual(1_000);
  expect(outline).toMatch(/^1-\d+ .*make0/);
  expect(outline).toContain('make299');
  expect(outline.split('\n').length).toBeGreaterThan(5);
});

it.each([
  ['', ''],
  ['one line', '1-1'],
])('%j', (text, outline) => expect(outlineOf('a.txt', text, 100)).toBe(outline));
