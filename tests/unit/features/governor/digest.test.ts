import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '#core/text/lines.ts';
import { type Digest, digestText } from '#features/governor/digest.ts';

const GAP = /^… ([\d,]+) lines? …$/;
const CUT = /^(?<start>[\s\S]*) … \((?<more>[\d,]+) more bytes in this line\)$/;
const number = (text: string | undefined): number => Number((text ?? '').replaceAll(',', ''));

/** Every line of a digest is a gap, a line of the text, or a shortened line of it, in order. Returns the lines missing. */
function checkLines(text: string, digest: Digest): number {
  const lines = splitLines(text);
  let next = 0;
  let missing = 0;
  for (const shown of digest.text === '' && lines.length === 0 ? [] : digest.text.split('\n')) {
    const gap = GAP.exec(shown);
    if (gap !== null && lines[next] !== shown) {
      missing += number(gap[1]);
      next += number(gap[1]);
      continue;
    }
    const line = lines[next] ?? '';
    const cut = CUT.exec(shown);
    if (cut === null || shown === line) expect(shown).toBe(line);
    else {
      const start = cut.groups?.start ?? '';
      expect(line.startsWith(start)).toBe(true);
      expect(Buffer.byteLength(start) + number(cut.groups?.more)).toBe(Buffer.byteLength(line));
    }
    next += 1;
  }
  expect(next).toBe(lines.length);
  return missing;
}

const lines = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ' ', 'é', '😀', '0'), maxLength: 80 }),
  fc.constantFrom('', 'Error: something', 'warning: careful', 'ok', '0 errors'),
  fc.nat(3000).map((n) => 'x'.repeat(n)),
);
const texts = fc.array(lines, { maxLength: 300 }).map((all) => all.map((line) => `${line}\n`).join(''));
const budgets = fc.integer({ min: 200, max: 8000 });

it('shows lines of the text in order, counts every gap, and keeps to about its budget', () => {
  fc.assert(
    fc.property(texts, budgets, (text, maxBytes) => {
      const digest = digestText(text, { maxBytes });
      const missing = checkLines(text, digest);
      expect(digest.shownLines + missing).toBe(digest.totalLines);
      expect(Buffer.byteLength(digest.text)).toBeLessThanOrEqual(maxBytes * 1.02 + 60);
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
  expect(digest.text).toMatch(/^x{1400,} … \(98,\d{3} more bytes in this line\)$/);
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
  lines[3111] = 'shutting down: exit code of the worker was 137';
  const asked = digestText(lines.join('\n'), { maxBytes: 2000, intent: 'exit code of the worker' });
  expect(asked.text).toContain(lines[3111]);
  expect(digestText(lines.join('\n'), { maxBytes: 2000 }).text).not.toContain(lines[3111]);
});
