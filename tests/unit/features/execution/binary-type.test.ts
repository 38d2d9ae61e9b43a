import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { binaryType } from '#features/execution/binary-type.ts';

/** Bytes without pattern, always the same ones. */
const noise = (length: number): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(length / 32) }, (_, i) => createHash('sha256').update(`${i}`).digest()),
  ).subarray(0, length);

it.each([
  ['PNG image', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), noise(20)])],
  ['gzip archive', gzipSync('text '.repeat(100))],
  ['ELF program', Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
  ['SQLite database', Buffer.from('SQLite format 3\0\x10\0', 'latin1')],
  ['PDF document', Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(2000)])],
  ['data', noise(300)],
  ['data', noise(70_000)],
  ['data', Buffer.alloc(65_536)],
])('%s', (type, bytes) => {
  expect(binaryType(bytes)).toBe(type);
});

const LATIN = 'Les élèves étaient déjà là, très gênés par la forêt brûlée. ';
it.each([
  ['plain text', Buffer.from('total 3\nfile one\n'.repeat(50))],
  ['UTF-8', Buffer.from('日本語のテキスト、ほか。\n'.repeat(100))],
  [
    'UTF-8 with a few odd bytes',
    Buffer.concat([
      Buffer.from('a line of text\n'.repeat(30)),
      noise(16),
      Buffer.from('and text\n'.repeat(30)),
    ]),
  ],
  ['Latin-1', Buffer.from(LATIN.repeat(20), 'latin1')],
  ['an old Cyrillic encoding', Buffer.from(Array.from({ length: 600 }, (_, i) => 0xc0 + ((i * 7) % 60)))],
  ['names that NUL characters separate', Buffer.from('a.c\0b.c\0lib/x.h\0'.repeat(40))],
  ['colours and cursor movements', Buffer.from('\x1b[31mred\x1b[0m\r\x1b[2K\x1b[?25l'.repeat(40))],
  ['a few bytes', noise(20)],
  ['the word BZh', Buffer.from('BZh is how such a file begins, and PDF files begin with %PDF-')],
  ['nothing', Buffer.alloc(0)],
])('%s is text', (_what, bytes) => {
  expect(binaryType(bytes)).toBeUndefined();
});
