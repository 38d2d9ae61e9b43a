import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect, it, test } from 'vitest';
import { readFileBytes, textOf } from '#features/knowledge/originals/read-text.ts';
import { thrownBy } from '../../../../helpers/store/fixtures.ts';
import { tempFolder } from '../../../../helpers/store/programs.ts';

const noise = deflateRawSync(
  Buffer.from(Array.from({ length: 9_000 }, (_, n) => (n * n * 31 + n * 7) % 251)),
);

test.each<readonly [string, Buffer, RegExp]>([
  ['a NUL byte', Buffer.from('a\0b'), /NUL/],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /NUL/],
  ['UTF-16 without a mark', Buffer.from('abc', 'utf16le'), /NUL/],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), /NUL/],
  ['NUL inside UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a\0', 'utf16le')]), /NUL/],
  ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj\n'), /PDF/],
  ['compressed data without NUL', Buffer.from(noise.filter((byte) => byte !== 0)), /control/],
])('%s is refused as binary, and the message says why', (_, bytes, why) => {
  const error = thrownBy(() => textOf(bytes, 'the file'));
  expect(error.code).toBe('CONTENT_BINARY');
  expect(error.message).toMatch(why);
  expect(error.message).toContain('the file');
});

test.each<readonly [string, string | Buffer, string]>([
  ['empty', '', ''],
  ['line ends of Windows', 'a\r\nb\r\n', 'a\r\nb\r\n'],
  ['colours of a terminal', '\u001b[31mred\u001b[0m\f\b', '\u001b[31mred\u001b[0m\f\b'],
  ['8-bit text', Buffer.from('caf\xe9 na\xefve', 'latin1'), 'café naïve'],
])('%s is text', (_, content, text) => {
  expect(textOf(Buffer.from(content), 'it').text.toString()).toBe(text);
});

it('reads a file, not one behind a link, into the room that is given when it fits', () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'a.md'), 'hello');
  symlinkSync(join(folder, 'a.md'), join(folder, 'link.md'));
  expect(() => readFileBytes(join(folder, 'link.md'), 100)).toThrow(/is a link/);
  const room = Buffer.alloc(8);
  const { bytes } = readFileBytes(join(folder, 'a.md'), 100, room);
  expect([bytes.toString(), bytes.buffer === room.buffer]).toEqual(['hello', true]);
  expect(readFileBytes(join(folder, 'a.md'), 100, Buffer.alloc(2)).bytes.toString()).toBe('hello');
});

it.skipIf(process.platform !== 'linux')('reads files that say that they are empty', () => {
  expect(readFileBytes('/proc/self/status', 1_000_000).bytes.toString()).toContain('Name:');
});

it('says what cannot be read, with path and limit', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'sub'));
  writeFileSync(join(folder, 'big'), 'x'.repeat(3_000));
  symlinkSync('round', join(folder, 'round'));
  const message = (name: string) => thrownBy(() => readFileBytes(join(folder, name), 2_048)).message;
  expect(message('none')).toMatch(/none does not exist/);
  expect(message('sub')).toMatch(/sub is a folder/);
  expect(message('big')).toMatch(/2\.9 KB; at most 2\.0 KB/);
  expect(message('round')).toMatch(/links without an end/);
});
