import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { digestFile } from '#features/governor/digest-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'digest-file-'));
const file = join(folder, 'output.txt');
afterEach(() => rmSync(file, { force: true }));
const digestOf = (text: string, intent?: string) => {
  writeFileSync(file, text);
  return digestFile({ kind: 'digest-file', file, maxBytes: 3000, intent });
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

const MIB = 1024 * 1024;
const filler = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `line ${from + i} ${'y'.repeat(100)}`);

it('finds errors and wanted words in the middle of a large file', () => {
  const lines = filler(1, 120_000);
  lines[60_000] = 'FATAL: the disk is gone';
  lines[70_000] = 'the needle of the matter';
  const { text } = digestOf(lines.join('\n'), 'needle');
  expect(text).toContain('FATAL: the disk is gone');
  expect(text).toContain('the needle of the matter');
});

it('joins no pieces of different lines, and counts bytes, around lines of megabytes', () => {
  const first = digestOf(`${'A'.repeat(5 * MIB)}\n${filler(2, 60_000).join('\n')}\n`);
  expect(first.totalLines).toBe(60_001);
  expect(first.text).toMatch(/^A+ … \([\d,]+ more bytes in this line\)\nline 2 y/);
  const last = digestOf(`${filler(1, 60_000).join('\n')}\nSTART${'ä'.repeat(3 * MIB)}END`);
  const [, shown = '', more = ''] =
    /\n(STARTä+) … \(([\d,]+) more bytes in this line\)$/.exec(last.text) ?? [];
  expect(Buffer.byteLength(shown) + Number(more.replaceAll(',', ''))).toBe(6 * MIB + 8);
  expect(last.totalLines).toBe(60_001);
});

it('finds an error in the middle of a very large file', () => {
  const line = `${'z'.repeat(1023)}\n`;
  const { text, totalLines } = digestOf(`${line.repeat(35 * 1024)}ERROR: here\n${line.repeat(35 * 1024)}`);
  expect(totalLines).toBe(70 * 1024 + 1);
  expect(text).toContain('\nERROR: here\n');
}, 60_000);
