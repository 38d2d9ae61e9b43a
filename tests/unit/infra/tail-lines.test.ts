import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { tailLines } from '#infra/tail-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-tail-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'lines');

function linesOf(text: string | Buffer, maxBytes = 1e9) {
  writeFileSync(file, text);
  const lines: string[] = [];
  const { isDone } = tailLines(file, maxBytes, (line) => {
    lines.push(line.toString('utf8'));
    return false;
  });
  return { lines, isDone };
}

it('gives all lines from the end, whatever their lengths', () => {
  const line = fc.oneof(
    fc.string(),
    fc.integer({ min: 0, max: 300_000 }).map((n) => 'x'.repeat(n)),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (parts) => {
      const lines = parts.map((part) => part.replaceAll('\n', ' '));
      const seen = linesOf(`${lines.join('\n')}\n`);
      const filled = lines.filter((text) => text !== '');
      expect(seen.lines).toEqual(filled.reverse());
      expect(seen.isDone).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it('visits what stands behind the last line end, too', () => {
  expect(linesOf('a\nb').lines).toEqual(['b', 'a']);
});

it('reads no farther than it may, and leaves out the line that is cut there', () => {
  const { lines, isDone } = linesOf(`${'first '.repeat(20)}\nsecond\nthird\n`, 20);
  expect(lines).toEqual(['third', 'second']);
  expect(isDone).toBe(false);
});

it('stops where it is told to', () => {
  writeFileSync(file, 'a\nb\nc\n');
  const seen: string[] = [];
  tailLines(file, 1e9, (line) => seen.push(line.toString()) === 2);
  expect(seen).toEqual(['c', 'b']);
});

it.each([join(folder, 'none'), folder])('visits nothing where there is no file', (path) => {
  const visit = (): boolean => {
    throw new Error('visited');
  };
  expect(tailLines(path, 100, visit).isDone).toBe(true);
});
