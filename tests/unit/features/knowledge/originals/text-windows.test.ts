import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { hashOf } from '#features/knowledge/originals/read-text.ts';
import { hashOfFile, textWindows } from '#features/knowledge/originals/text-windows.ts';

const folder = mkdtempSync(join(tmpdir(), 'text-windows-'));
afterAll(() => rmSync(folder, { recursive: true }));

function open(text: string) {
  const file = join(folder, 'text');
  writeFileSync(file, text);
  const bytes = Buffer.from(text);
  const fd = openSync(file, 'r');
  return { bytes, windows: [...textWindows(fd, bytes.length)], hash: hashOfFile(fd, bytes.length), fd };
}

const MIB = 1024 * 1024;
it.each([
  ['lines', Array.from({ length: 400_000 }, (_, i) => `line ${i} of a long text é\n`).join('')],
  ['one line of characters of several bytes', 'é😀'.repeat(1.5 * MIB)],
  ['lines longer than a window', `${'x'.repeat(5 * MIB)}\nshort\n${'y'.repeat(5 * MIB)}`],
  ['a short text', 'one\ntwo'],
  ['the empty text', ''],
])('%s: the windows are the text, cut between lines or characters', (_, text) => {
  const { bytes, windows, hash, fd } = open(text);
  closeSync(fd);
  expect(Buffer.concat(windows.map((window) => window.text)).equals(bytes)).toBe(true);
  expect(hash).toBe(hashOf(bytes));
  let at = 0;
  for (const { text: part, startByte, linesBefore } of windows) {
    expect(startByte).toBe(at);
    expect(linesBefore).toBe(bytes.subarray(0, at).toString('latin1').split('\n').length - 1);
    expect(part.toString('utf8')).not.toContain('\ufffd');
    at += part.length;
  }
});
