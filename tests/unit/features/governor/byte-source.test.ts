import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type ByteSource, bufferSource, fileSource } from '#features/governor/text/byte-source.ts';
import { scanLines } from '#features/governor/text/scan-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'byte-source-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Several blocks, with lines over their borders, one longer than a block, and characters of several bytes. */
const TEXT = Buffer.from(
  [
    ...Array.from({ length: 20_000 }, (_, i) => `line ${i} ${'y'.repeat(i % 60)}`),
    'z'.repeat(300_000),
    ...Array.from({ length: 20_000 }, (_, i) => `naïve ${i}`),
  ].join('\n'),
);

/** Every line's text, while its visitor reads at the start, at the end and a large piece, as readers of shapes do. */
function linesOf(source: ByteSource): readonly string[] {
  const lines: string[] = [];
  scanLines(source, ({ index, start, end }, text, { bytes, from, to }) => {
    if (index % 97 === 0) source.read(0, Math.min(source.size, 600_000));
    if (index % 89 === 0) source.read(source.size - 10, source.size);
    const whole = source.read(start, end).toString('utf8');
    lines.push(`${text}|${bytes.toString('utf8', from, to)}|${whole}`);
  });
  return lines;
}

it('gives every line of a file as it is, whatever else is read meanwhile', () => {
  const file = join(folder, 'text.txt');
  writeFileSync(file, TEXT);
  const fd = openSync(file, 'r');
  try {
    expect(linesOf(fileSource(fd, TEXT.length))).toEqual(linesOf(bufferSource(TEXT)));
  } finally {
    closeSync(fd);
  }
});

it('reads into the memory it is given, and leaves what others read alone', () => {
  const file = join(folder, 'other.txt');
  writeFileSync(file, TEXT);
  const fd = openSync(file, 'r');
  try {
    const source = fileSource(fd, TEXT.length);
    const memory = Buffer.alloc(300_000);
    const other = source.read(0, 280_000);
    const first = source.read(300_000, 580_000, memory);
    expect(first.buffer).toBe(memory.buffer);
    expect(first.equals(TEXT.subarray(300_000, 580_000))).toBe(true);
    expect(source.read(310_000, 310_010).toString()).toBe(TEXT.toString('utf8', 310_000, 310_010));
    source.read(580_000, TEXT.length, memory);
    expect(other.equals(TEXT.subarray(0, 280_000))).toBe(true);
    expect(source.read(310_000, 310_010).toString()).toBe(TEXT.toString('utf8', 310_000, 310_010));
  } finally {
    closeSync(fd);
  }
});
