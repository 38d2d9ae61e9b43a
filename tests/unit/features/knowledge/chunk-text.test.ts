import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunkText, PASSAGE_LIMIT } from '#features/knowledge/chunk-text.ts';
import type { Passage } from '#storage/knowledge-store.ts';

const chunk = (text: string | Buffer, isMarkdown = false): readonly Passage[] => [
  ...chunkText(Buffer.from(text as string), isMarkdown),
];

/** Number of the line that holds this byte. */
const lineAt = (bytes: Buffer, at: number): number =>
  bytes.subarray(0, at).toString('latin1').split('\n').length;

function checkPassages(bytes: Buffer, passages: readonly Passage[]): void {
  let at = 0;
  for (const passage of passages) {
    expect(passage.startByte).toBe(at);
    expect(passage.endByte).toBeGreaterThan(passage.startByte);
    expect(passage.endByte - passage.startByte).toBeLessThanOrEqual(PASSAGE_LIMIT);
    expect(passage.startLine).toBe(lineAt(bytes, passage.startByte));
    expect(passage.endLine).toBe(lineAt(bytes, passage.endByte - 1));
    at = passage.endByte;
  }
  expect(at).toBe(bytes.length);
}

const line = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ' ', '#', '`', 'é', '😀', '€', '\t', '\r'), maxLength: 40 }),
  fc.constantFrom('', '# Title', '## Part', '```', '~~~ts', '#no heading'),
  fc.tuple(fc.constantFrom('a', 'é', '€', '😀'), fc.nat(9000)).map(([unit, n]) => unit.repeat(n)),
);
const texts = fc
  .tuple(fc.array(line, { maxLength: 60 }), fc.constantFrom('', '\n'))
  .map(([lines, end]) => lines.join('\n') + end);

it('passages are the whole text, none too large, none cuts a character, their lines are right', () => {
  fc.assert(
    fc.property(texts, fc.boolean(), (text, isMarkdown) => {
      const bytes = Buffer.from(text);
      const passages = chunk(text, isMarkdown);
      checkPassages(bytes, passages);
      const parts = passages.map((p) => bytes.toString('utf8', p.startByte, p.endByte));
      expect(parts.join('')).toBe(text);
    }),
    { numRuns: 300 },
  );
});

it('bytes that are no UTF-8 are cut all the same', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30 }), fc.nat(600), (bytes, times) => {
      const all = Buffer.concat(Array(times).fill(Buffer.from(bytes)));
      checkPassages(all, chunk(all));
    }),
    { numRuns: 50 },
  );
  checkPassages(Buffer.alloc(9000, 0x80), chunk(Buffer.alloc(9000, 0x80)));
});

it('the empty text has no passages', () => {
  expect(chunk('')).toEqual([]);
});

it.each(['a', '😀', 'aB3 '])('a single line of 1.2 MB of %j is cut in little time', (unit) => {
  const bytes = Buffer.from(unit.repeat(Math.ceil(1_200_000 / Buffer.byteLength(unit))));
  const startMs = performance.now();
  const passages = chunk(bytes);
  expect(performance.now() - startMs).toBeLessThan(2000);
  expect(passages.length).toBe(Math.ceil(bytes.length / PASSAGE_LIMIT));
  expect(passages.every((p) => p.startLine === 1 && p.endLine === 1)).toBe(true);
});

it('Markdown is cut at headings, each passage under the path of its headings', () => {
  const text = '# Guide\nintro\n## Install ##\nnpm\n### On Windows\nx\n## Use\ny\n# Other\nz\n';
  expect(chunk(text, true).map((p) => p.title)).toEqual([
    'Guide',
    'Guide > Install',
    'Guide > Install > On Windows',
    'Guide > Use',
    'Other',
  ]);
});

it('a heading inside a fence is none', () => {
  expect(chunk('# A\n```sh\n# comment\n```\n## B\n', true).map((p) => p.title)).toEqual(['A', 'A > B']);
});

it.each([
  ['# C#', 'C#'],
  ['# F ##  ', 'F'],
  ['#   spaced   out   ', 'spaced   out'],
  ['# ##', ''],
  ['#none', ''],
  ['####### seven', ''],
])('the heading %j has the title %j', (text, title) => {
  expect(chunk(`${text}\nbody`, true).at(-1)?.title).toBe(title);
});

it('a heading of many blanks costs no more than any other line', () => {
  const text = `# ${`x${' '.repeat(30_000)}`.repeat(2)}y ${'#'.repeat(30_000)}x\nbody`;
  const startMs = performance.now();
  chunk(text, true);
  expect(performance.now() - startMs).toBeLessThan(2000);
});

it('text that is no Markdown ends its passages at blank lines', () => {
  const paragraph = `${'word '.repeat(150)}\n\n`;
  const passages = chunk(paragraph.repeat(4));
  expect(passages.map((p) => p.endByte - p.startByte)).toEqual(Array(4).fill(paragraph.length));
});
