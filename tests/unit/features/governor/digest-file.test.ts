import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { digestFile } from '#features/governor/digest-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'digest-file-'));
const file = join(folder, 'output.txt');
afterEach(() => rmSync(file, { force: true }));
const digestOf = (text: string) => {
  writeFileSync(file, text);
  return digestFile({ kind: 'digest-file', file, maxBytes: 3000 });
};

it('counts every line of a file too large to be looked at whole, and shows both ends', () => {
  const lines = Array.from({ length: 1_500_000 }, (_, i) => `line ${i + 1} of it`);
  lines[10] = 'ERROR: near the start';
  lines[lines.length - 100] = 'ERROR: near the end';
  const digest = digestOf(`${lines.join('\n')}\n`);
  expect(digest.totalLines).toBe(lines.length);
  expect(digest.text).toContain('line 1 of it');
  expect(digest.text).toContain('ERROR: near the end');
  expect(digest.text.endsWith('line 1500000 of it')).toBe(true);
  const gaps = [...digest.text.matchAll(/^… ([\d,]+) lines? …$/gm)].map(([, n = '']) =>
    Number(n.replaceAll(',', '')),
  );
  expect(gaps.reduce((sum, n) => sum + n, digest.shownLines)).toBe(lines.length);
});

it('takes one line of 20 MB for one line, and shows its start', () => {
  const digest = digestOf(`start ${'x'.repeat(20 * 1024 * 1024)}`);
  expect(digest).toMatchObject({ totalLines: 1, shownLines: 1 });
  expect(digest.text.startsWith('start x')).toBe(true);
});

it('looks at the whole of a smaller file', () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `line ${i + 1}`);
  lines[50_000] = 'FAILED in the middle';
  expect(digestOf(lines.join('\n')).text).toContain('FAILED in the middle');
});
