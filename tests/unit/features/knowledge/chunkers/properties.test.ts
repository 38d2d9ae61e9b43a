import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkLog } from '#features/knowledge/chunkers/log.ts';
import { chunkCsv, chunkNdjson } from '#features/knowledge/chunkers/rows.ts';
import { chunkTestOutput } from '#features/knowledge/chunkers/test-output.ts';
import { checkPassages, chunk, NAMES, titles } from './passages.ts';

const WORDS = [
  ...['', ' ', '\t', '\r', '# Title', '## Part', '===', '---', '```', '~~~ts', '| a | b |', 'title: x'],
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '"key": ',
    '{"a": 1},',
    '[1,2,3]',
    '- name: x',
    '[table]',
    'k = v',
  ],
  ...['/**', ' * é', ' */', '// x', '@Deco({', '"""', 'class A {', '  def b(self):', 'export function f() {'],
  ...[
    'func (r *T) F() {',
    'impl<T> A for B<T> {',
    '    pub fn x() {}',
    'public static void main() {',
    ' public:',
  ],
  ...['diff --git a/x.ts b/x.ts', '--- a/x.ts', '+++ b/y.ts', '@@ -1,2 +1,3 @@ f', '-a', '+b'],
  ...[
    '2026-03-01T00:00:00Z INFO x',
    '    at a.b(C.java:1)',
    'Caused by: a.BError: no',
    '--- FAIL: TestX (0.1s)',
  ],
  ...['not ok 1 - x', ' FAIL  a.test.ts > b', '____ test_x ____', '<h1>T</h1>', '  <p>x', '€', '😀', '漢字'],
] as const;
const line = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((words) => words.join('')),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', 'é', '€', '😀', '{"a":[1,2]},', '"', ' '), fc.nat(5000))
      .map(([unit, n]) => unit.repeat(n)),
  },
);
const texts = fc
  .tuple(fc.array(line, { maxLength: 120 }), fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\n'))
  .map(([lines, feed, end]) => lines.join(feed) + end);

describe.each(NAMES)('%s', (name) => {
  it('passages are the whole text, none too large, none cuts a character, their lines are right', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const bytes = Buffer.from(text);
        const passages = chunk(name, text);
        checkPassages(bytes, passages);
        const parts = passages.map(({ startByte, endByte }) => bytes.toString('utf8', startByte, endByte));
        expect(parts.join('')).toBe(bytes.toString('utf8'));
      }),
      { numRuns: 40 },
    );
  });

  it('bytes that are no text are cut all the same', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(400), (bytes, times) => {
        const all = Buffer.concat(Array(times).fill(Buffer.from(bytes)));
        checkPassages(all, chunk(name, all));
      }),
      { numRuns: 20 },
    );
  });

  it('the empty text has no passages', () => {
    expect(chunk(name, '')).toEqual([]);
  });
});

// One of each way to cut: all languages share the one for code.
describe.each(['a.md', 'a.json', 'a.yml', 'a.csv', 'a.html', 'a.ts', 'a.cc', 'a.log', 'shell: x'])(
  '%s',
  (name) => {
    it.each([
      ['brackets', '['.repeat(1_000_000)],
      ['backticks', '`'.repeat(1_000_000)],
      ['blanks', ' '.repeat(3_000_000)],
      ['backslashes in a string', `"${'\\'.repeat(1_000_000)}`],
      ['JSON in one line', `[${'{"a":1,"b":[1,2,3],"name":"some text"},'.repeat(100_000)}1]`],
      ['minified code', 'function a(b,c){return b(c)};'.repeat(140_000)],
      ['lines of pairs', `${'a<b '.repeat(95)}\n`.repeat(1500)],
    ])('takes a time that grows with the length: %s', (_, text) => {
      const started = performance.now();
      checkPassages(Buffer.from(text), chunk(name, text));
      expect(performance.now() - started).toBeLessThan(5000);
    });
  },
);

describe('what is chosen by content', () => {
  it.each([
    ['csv', chunkCsv],
    ['ndjson', chunkNdjson],
    ['log', chunkLog],
    ['tests', chunkTestOutput],
  ] as const)('%s passages are the whole text', (_, chunker) => {
    fc.assert(
      fc.property(texts, (text) => {
        const bytes = Buffer.from(text);
        checkPassages(bytes, [...chunker(bytes)]);
      }),
      { numRuns: 40 },
    );
  });
});

it.each<readonly [string, (name: string) => string]>([
  ['a.md', (name) => `# ${name}\n\ntext\n\n## ${name}\n\nmore\n`],
  ['a.yaml', (name) => `${name}:\n  ${name}:\n    a: 1\n    b: 2\n`],
  [
    'a.diff',
    (name) => `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@ ${name}\n-a\n+b\n`,
  ],
  ['a.log', (name) => `2026-11-30 10:00:00 ERROR ${name}\nError: ${name}\n    at x (a.js:1:1)\n`],
  ['a.json', (name) => JSON.stringify({ [name]: { [name]: [1, 2] } }, null, 2)],
])('titles of %s cut no character', (file, textOf) => {
  for (let lead = 0; lead < 4; lead += 1)
    expect(titles(file, textOf('x'.repeat(lead) + '😀'.repeat(400))).join('')).not.toMatch(
      /[\uFFFD\p{Surrogate}]/u,
    );
});
