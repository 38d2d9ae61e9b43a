import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '#core/text/lines.ts';
import { type Digest, digestSource, digestText } from '#features/governor/digest.ts';
import { bufferSource } from '#features/governor/text/byte-source.ts';

const GAP = /^… ([\d,]+) lines? …$/;
const PART = / … \(([\d,]+) bytes\) … | … \(([\d,]+) more bytes in this line\)$/;
const HIDDEN = /^\[not shown: [\d,]+ more with (?:errors|warnings).*\]$/;
const LIKE = / … \([\d,]+ lines like this\)$/;
const number = (text: string | undefined): number => Number((text ?? '').replaceAll(',', ''));

/** A shown line is the line, or parts of it in order with the bytes between them counted. */
function checkLine(line: string, shown: string): void {
  if (shown === line) return;
  let rest = shown.replace(LIKE, '');
  const bytes = Buffer.from(line);
  let at = 0;
  for (let part = PART.exec(rest); part !== null; part = PART.exec(rest)) {
    const piece = Buffer.from(rest.slice(0, part.index));
    expect(bytes.subarray(at, at + piece.length).toString()).toBe(piece.toString());
    at += piece.length + number(part[1] ?? part[2]);
    rest = rest.slice(part.index + part[0].length);
  }
  expect(bytes.subarray(at).toString()).toBe(rest);
}

/** Every line of a digest is a gap, or a line of the text, whole or in parts, in order. Returns the lines missing. */
function checkLines(text: string, digest: Digest): number {
  const lines = splitLines(text);
  let next = 0;
  let missing = 0;
  for (const shown of digest.text === '' && lines.length === 0 ? [] : digest.text.split('\n')) {
    if (HIDDEN.test(shown)) continue;
    const gap = GAP.exec(shown);
    if (gap !== null && lines[next] !== shown) {
      missing += number(gap[1]);
      next += number(gap[1]);
      continue;
    }
    checkLine(lines[next] ?? '', shown);
    next += 1;
  }
  expect(next).toBe(lines.length);
  return missing;
}

const lines = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ' ', 'é', '😀', '0'), maxLength: 80 }),
  fc.constantFrom('', 'Error: something', 'warning: careful', 'ok', '0 errors'),
  fc.nat(3000).map((n) => 'x'.repeat(n)),
  fc.tuple(fc.nat(2000), fc.nat(2000)).map(([a, b]) => `${'😀'.repeat(a)} FATAL é ${'é'.repeat(b)}`),
);
const texts = fc.array(lines, { maxLength: 300 }).map((all) => all.map((line) => `${line}\n`).join(''));
const budgets = fc.integer({ min: 200, max: 8000 });

it('shows lines of the text in order, counts every gap, and keeps to about its budget', () => {
  fc.assert(
    fc.property(texts, budgets, (text, maxBytes) => {
      const digest = digestText(text, { maxBytes });
      const missing = checkLines(text, digest);
      expect(digest.shownLines + missing).toBe(digest.totalLines);
      expect(Buffer.byteLength(digest.text)).toBeLessThanOrEqual(maxBytes);
    }),
    { numRuns: 300 },
  );
});

it('is the same for the same text', () => {
  fc.assert(
    fc.property(texts, budgets, (text, maxBytes) => {
      expect(digestText(text, { maxBytes })).toEqual(digestText(text, { maxBytes }));
    }),
    { numRuns: 50 },
  );
});

it('shows a text that fits whole', () => {
  const text = 'one\ntwo\nthree\n';
  expect(digestText(text, { maxBytes: 4096 })).toMatchObject({
    text: 'one\ntwo\nthree',
    shownLines: 3,
    totalLines: 3,
  });
});

it.each([0, 256, 4096])('the empty text is empty at %d bytes', (maxBytes) => {
  expect(digestText('', { maxBytes })).toMatchObject({ text: '', shownLines: 0, totalLines: 0 });
});

it('one long line is shown as far as the budget goes, with the rest counted', () => {
  const digest = digestText('x'.repeat(100_000), { maxBytes: 3696 });
  expect(digest.shownLines).toBe(1);
  expect(digest.text).toMatch(/^x{1000,} … \(98,\d{3} bytes\) … x{400,}$/);
});

const LOG = Array.from({ length: 4000 }, (_, i) => `[${i}] compile src/module-${i}.ts ok`);
const withErrors = (errors: Readonly<Record<number, string>>): string =>
  LOG.map((line, i) => errors[i] ?? line).join('\n');

describe('a long log', () => {
  it('shows its start, its end, and the error in the middle with the line after it', () => {
    const { text } = digestText(
      withErrors({ 2000: 'FAIL tests/a.test.ts > adds tax', 2001: 'expected 119' }),
      { maxBytes: 3696 },
    );
    expect(text).toContain('[0] compile');
    expect(text).toContain('[3999] compile');
    expect(text).toContain('FAIL tests/a.test.ts > adds tax\nexpected 119\n');
    expect(text).toMatch(/… 1,\d{3} lines …\nFAIL/);
  });

  it('shows errors before warnings when there is no room for both', () => {
    const warnings = Object.fromEntries(LOG.map((_, i) => [i, `warning: number ${i}`]));
    const { text } = digestText(withErrors({ ...warnings, 2500: 'Error: the only one' }), { maxBytes: 3696 });
    expect(text).toContain('Error: the only one');
  });

  it('shows every error while there is room', () => {
    const errors = Object.fromEntries([700, 1400, 2100, 2800, 3500].map((i) => [i, `Error: number ${i}`]));
    const { text } = digestText(withErrors(errors), { maxBytes: 3696 });
    for (const line of Object.values(errors)) expect(text).toContain(line);
  });

  it('passing tests whose names hold such words do not push a failure out', () => {
    const passing = LOG.map((_, i) => `  ✓ throws error ${i} (1 ms)`);
    passing[3000] = '  ✗ fails in earnest';
    expect(digestText(passing.join('\n'), { maxBytes: 3696 }).text).toContain('✗ fails in earnest');
  });

  it('names the first range that is not shown, at most 200 lines', () => {
    const { text, nextLines } = digestText(withErrors({}), { maxBytes: 3696 });
    const head = text.split('\n').findIndex((line) => GAP.test(line));
    expect(nextLines).toBe(`${head + 1}-${head + 200}`);
  });
});

it('a budget too small for any line still counts what is missing', () => {
  expect(digestText(LOG.join('\n'), { maxBytes: -100 })).toMatchObject({
    text: '… 4,000 lines …',
    shownLines: 0,
    nextLines: '1-200',
  });
});

it.each([128, 200, 480, 4096])('shows something of one very long line within %d bytes', (maxBytes) => {
  const digest = digestText(`ERROR ${'x'.repeat(10_000)}`, { maxBytes });
  expect(digest.text).toContain('ERROR x');
  expect(Buffer.byteLength(digest.text)).toBeLessThanOrEqual(maxBytes);
});

it('shows lines with the words of the intent, wherever they stand', () => {
  const lines = Array.from({ length: 5000 }, (_, i) => `request ${i} took ${i % 90} ms`);
  lines[3111] = 'worker 7 ended 137 ms';
  const asked = digestText(lines.join('\n'), { maxBytes: 2000, intent: 'how the worker ended' });
  expect(asked.text).toContain(lines[3111]);
  expect(digestText(lines.join('\n'), { maxBytes: 2000 }).text).not.toContain(lines[3111]);
});

it('of one long line shows its start, its end, and an error word with what stands around it', () => {
  const line = `{"start":1,${'x'.repeat(50_000)} why: ERROR of the disk, ${'y'.repeat(50_000)},"end":2}`;
  const { text } = digestText(line, { maxBytes: 3696 });
  for (const part of ['{"start":1,', 'why: ERROR of the disk', '"end":2}']) expect(text).toContain(part);
});

it('a chosen line longer than the limit shows the word it was chosen for', () => {
  const at = (word: string) => LOG.with(2000, `${'a'.repeat(3000)} ${word} ${'b'.repeat(3000)}`).join('\n');
  expect(digestText(at('ERROR: lost'), { maxBytes: 3696 }).text).toContain('ERROR: lost');
  expect(digestText(at('the needle'), { maxBytes: 3696, intent: 'needle' }).text).toContain('the needle');
});

it('300 retries hide neither the fatal line nor another error, and are counted', () => {
  const retries = LOG.map((line, i) => (i > 500 && i <= 800 ? `error: retry ${i} of 0x${i}f` : line));
  retries[2900] = 'error: no route';
  retries[3000] = 'FATAL: gave up';
  const { text } = digestText(retries.join('\n'), { maxBytes: 1500 });
  expect(text).toContain('\nFATAL: gave up\n');
  expect(text).toContain('\nerror: no route\n');
  expect(text).toContain('error: retry 501 of 0x501f … (300 lines like this)\n');
});

it('cuts no character, wherever a cut falls', () => {
  for (let lead = 0; lead < 4; lead += 1) {
    const line = `${'x'.repeat(lead)}${'😀'.repeat(3000)} ERROR ${'😀'.repeat(3000)}${'x'.repeat(lead)}`;
    for (const maxBytes of [256, 1001, 4096, 4098])
      expect(digestText(line, { maxBytes }).text).not.toMatch(/[\uFFFD\p{Surrogate}]/u);
  }
});

it('a budget of a line or two goes to what tells of trouble first', () => {
  const numbers = Array.from({ length: 1000 }, (_, i) => String(i + 1)).join('\n');
  for (const maxBytes of [64, 80, 160]) {
    const { text } = digestText(`${numbers}\nerror: thing 5 broke\n${numbers}\n`, { maxBytes });
    expect(text).toContain('\nerror: thing 5 broke\n');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
  }
});

it.each([2, 7, 80])('passes quickly over a line of %d bytes that is repeated, and counts all', (size) => {
  const line = `${'y'.repeat(size - 1)}\n`;
  const count = Math.floor((40 * 1024 * 1024) / size);
  const bytes = Buffer.concat([
    Buffer.from('first\n'),
    Buffer.alloc(count * size, line),
    Buffer.from('ERROR: in between\n'),
    Buffer.alloc(count * size, line),
    Buffer.from('the last line\n'),
  ]);
  const startMs = performance.now();
  const digest = digestSource(bufferSource(bytes), { maxBytes: 2_000 });
  expect(digest.totalLines).toBe(2 * count + 3);
  for (const text of ['first\n', '\nERROR: in between\n', '\nthe last line'])
    expect(digest.text).toContain(text);
  // Line by line it would be some ten seconds.
  expect(performance.now() - startMs).toBeLessThan(8_000);
});
