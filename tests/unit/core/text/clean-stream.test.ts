import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CleanStream } from '#core/text/clean-stream.ts';
import { cutInPieces } from '../../../helpers/pieces.ts';

function clean(...pieces: readonly (string | Uint8Array)[]): string {
  const stream = new CleanStream();
  return pieces.map((piece) => stream.push(Buffer.from(piece as string))).join('') + stream.end();
}

it.each([
  ['plain text\n', 'plain text\n'],
  ['no line end', 'no line end'],
  ['', ''],
  ['\u001b[31mred\u001b[0m and \u001b[1;38;5;200mbold\u001b[m', 'red and bold'],
  ['\u001b[?25lhidden cursor\u001b[?25h', 'hidden cursor'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['\u001bP1$r0m\u001b\\after', 'after'],
  ['charset \u001b(Bdone', 'charset done'],
  ['\u001bM\u001b7\u001b8up', 'up'],
  ['lone \u001b', 'lone '],
  ['lone \u001bé', 'lone é'],
  ['bell\u0007 nul\u0000 delete\u007f', 'bell nul delete'],
  ['a\tb\n', 'a\tb\n'],
  ['one\r\ntwo\r\n', 'one\ntwo\n'],
  ['one\r\r\ntwo\r\r\n', 'one\ntwo\n'],
  ['10%\r50%\r100%\n', '100%\n'],
  ['10%\r50%\r100%\r\n', '100%\n'],
  ['10%\r50%', '50%'],
  ['10%\r', '10%'],
  ['\r\n', '\n'],
  ['\r', ''],
  ['first\rsecond\rthird', 'first\nsecond\nthird'],
  [
    'Downloading 5 %\rDownloading 100 %\rUnpacking 3 %\rUnpacking 100 %\rdone\n',
    'Downloading 100 %\nUnpacking 100 %\ndone\n',
  ],
  ['[#   ] 25 %\r[##  ] 50 %\r[####] done\n', '[##  ] 50 %\n[####] done\n'],
  ['working\r       \rready\n', 'ready\n'],
  ['one\rworking\r       \r\n', 'one\n'],
  ['N\bNA\bAM\bME\bE', 'NAME'],
  ['_\bu_\bn_\bd_\be_\br', 'under'],
  ['10%\b\b\b20%\b\b\b30%', '30%'],
  ['|\b/\b-\b\\ done\n', '\\ done\n'],
  ['\b\bx', 'x'],
  ['unfinished \u001b[31', 'unfinished 31'],
  ['unfinished \u001b]0;title', 'unfinished 0;title'],
])('%j becomes %j', (raw, text) => {
  expect(clean(raw)).toBe(text);
});

it.each([
  [[0x61, 0xff, 0x62], 'a\uFFFDb'],
  [[0xe2, 0x82], '\uFFFD'],
  [[0xc3, 0x28], '\uFFFD('],
  [[0xef, 0xbb, 0xbf, 0x61], '\uFEFFa'],
])('the bytes %j become %j', (bytes, text) => {
  expect(clean(Uint8Array.from(bytes))).toBe(text);
});

const fragments = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 5 }) },
  fc.constantFrom(
    '\n',
    '\r',
    '\r\n',
    '\r\r\n',
    '50%\r',
    '\b',
    'a\b',
    '  \r',
    'ab 1\r',
    '\u001b',
    '\u0007',
    '\\',
    '[',
    ']',
    '(',
    'B',
    'm',
  ),
  fc.constantFrom('\u001b[31m', '\u001b[', '\u001b[1;3', '\u001b]0;title', '\u001b]0;t\u0007', '\u001b(B'),
  fc.constantFrom('\u001b]8;;x\u001b\\', '\u001bPabc', '\u001b\\', '€', '😀'),
);
const rawBytes = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fragments.map((text) => Buffer.from(text)) },
      fc.uint8Array({ maxLength: 3 }),
    ),
  )
  .map((parts) => Buffer.concat(parts));

it('gives the same text however the bytes are cut', () => {
  fc.assert(
    fc.property(rawBytes, fc.array(fc.nat(8)), (bytes, cuts) => {
      expect(clean(...cutInPieces(bytes, cuts))).toBe(clean(bytes));
    }),
    { numRuns: 2000 },
  );
});

it('byte by byte is no different', () => {
  fc.assert(
    fc.property(rawBytes, (bytes) => {
      expect(clean(...cutInPieces(bytes, Array(bytes.length).fill(1)))).toBe(clean(bytes));
    }),
  );
});

it('leaves no control character but tab and line feed', () => {
  fc.assert(
    fc.property(rawBytes, fc.array(fc.nat(8)), (bytes, cuts) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect(clean(...cutInPieces(bytes, cuts))).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/);
    }),
  );
});

it('a string longer than the limit is text, cut or not', () => {
  const raw = `\u001b]0;${'x'.repeat(5000)}\u0007end`;
  expect(clean(raw)).toBe(`0;${'x'.repeat(5000)}end`);
  expect(clean(...cutInPieces(Buffer.from(raw), Array(60).fill(100)))).toBe(clean(raw));
});

it('a progress bar of a megabyte leaves its last state, whatever the pieces', () => {
  const raw = Buffer.from(`${'downloading 50 %\r'.repeat(60_000)}done\n`);
  expect(clean(raw)).toBe('downloading 50 %\ndone\n');
  expect(clean(...cutInPieces(raw, Array(20).fill(65_536)))).toBe('downloading 50 %\ndone\n');
});

it('a line of many megabytes comes out whole and early, so that memory stays small', () => {
  const stream = new CleanStream();
  const piece = Buffer.from('x'.repeat(65_536));
  let bytes = 0;
  let longest = 0;
  for (let i = 0; i < 64; i += 1) {
    const out = stream.push(piece).length;
    bytes += out;
    longest = Math.max(longest, out);
  }
  expect(longest).toBeLessThanOrEqual(2 * 65_536 + 1);
  expect(bytes + stream.end().length).toBe(64 * 65_536);
});

it('gives a complete line out at once', () => {
  const stream = new CleanStream();
  expect(stream.push(Buffer.from('one\ntw'))).toBe('one\n');
  expect(stream.push(Buffer.from('o\n'))).toBe('two\n');
});

it('counts the states of redrawn lines that are left out', () => {
  const stream = new CleanStream();
  for (let i = 0; i <= 100; i += 1) stream.push(Buffer.from(`loading ${i} %\r`));
  stream.push(Buffer.from('\nfirst\rsecond\n'));
  expect(stream.redraws).toBe(100);
});

it('a file whose lines end in a carriage return alone is kept whole, megabytes of it', () => {
  const words = ['alpha', 'beta', 'gamma', 'delta', 'omega'];
  const lines = Array.from({ length: 100_000 }, (_, i) => `${words[i % 5]} ${i}`);
  const raw = Buffer.from(lines.join('\r'));
  expect(clean(...cutInPieces(raw, Array(40).fill(50_000)))).toBe(lines.join('\n'));
});

it('gives an unfinished line out early when it is asked for, but not one that is being redrawn', () => {
  const stream = new CleanStream();
  stream.push(Buffer.from('Name? '));
  expect(stream.takeUnfinished()).toBe('Name? ');
  expect(stream.push(Buffer.from('Ann\n'))).toBe('Ann\n');
  stream.push(Buffer.from('10 %\r20 %'));
  expect(stream.takeUnfinished()).toBe('');
});
