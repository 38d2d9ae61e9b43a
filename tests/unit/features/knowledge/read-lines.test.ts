import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LineRange } from '#core/text/lines.ts';
import { readLines } from '#features/knowledge/read-lines.ts';

const read = (text: string, options: { range?: LineRange; grep?: string; maxBytes?: number } = {}) =>
  readLines(Buffer.from(text), { range: undefined, grep: undefined, maxBytes: 4096, ...options });

const safeLine = fc.string({ unit: fc.constantFrom('a', ' ', 'é', '😀', '.'), maxLength: 30 });
const texts = fc.array(safeLine, { minLength: 1, maxLength: 60 }).map((lines) => `${lines.join('\n')}\n`);

describe('paging', () => {
  it('gives the whole text back, page after page', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 130, max: 400 }), (text, maxBytes) => {
        const pages: string[] = [];
        let first: number | undefined = 1;
        while (first !== undefined) {
          const page = read(text, { range: { first, last: Number.MAX_SAFE_INTEGER }, maxBytes });
          expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(maxBytes);
          expect(page.cutBytes).toBe(0);
          expect(page.lastLine).toBe((page.nextLine ?? page.totalLines + 1) - 1);
          pages.push(page.text);
          first = page.nextLine;
        }
        expect(`${pages.join('\n')}\n`).toBe(text);
      }),
    );
  });

  it('a line that alone exceeds the page is cut, counted, and does not stop the paging', () => {
    const page = read(`${'x'.repeat(1000)}\nnext\n`, { maxBytes: 300 });
    expect(page).toMatchObject({ text: 'x'.repeat(300), cutBytes: 700, lastLine: 1, nextLine: 2 });
  });

  it('gives a range, both ends included', () => {
    expect(read('a\nb\nc\nd\n', { range: { first: 2, last: 3 } })).toMatchObject({
      text: 'b\nc',
      totalLines: 4,
      firstLine: 2,
      lastLine: 3,
      nextLine: undefined,
    });
  });

  it.each([
    ['', '', 0],
    ['\n', '', 1],
    ['a', 'a', 1],
    ['a\r\nb\r\n', 'a\nb', 2],
  ])('%j reads as %j of %d lines', (text, shown, totalLines) => {
    expect(read(text)).toMatchObject({ text: shown, totalLines, nextLine: undefined });
  });

  it('refuses a range behind the end, naming it and the end', () => {
    expect(() => read('a\nb\n', { range: { first: 3, last: 9 } })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', message: expect.stringMatching(/3 .* 2 lines/) }),
    );
    expect(() => read('', { range: { first: 2, last: 9 } })).toThrow();
  });
});

describe('grep', () => {
  const log = 'start\nError: one\nok\nerror: two\nend\n';

  it('gives the lines that match with their numbers, whatever their case', () => {
    expect(read(log, { grep: 'error' })).toMatchObject({ text: '2: Error: one\n4: error: two', matches: 2 });
    expect(read(log, { grep: '^(start|end)$' }).text).toBe('1: start\n5: end');
  });

  it.each([
    ['err(or', '1: an err(or here'],
    ['a+b*[', '2: a+b*[ c'],
    ['\\', '3: back\\slash'],
    ['foo\\-bar', '4: foo-bar "x"'],
    ['bar \\"x\\"', '4: foo-bar "x"'],
    ['\\d{2}', '5: 42'],
    ['{', '6: {'],
    ['\\p{Lu}\\p{Lu}', '7: ÄÖ'],
  ])('%j is understood as a regular expression or as plain text', (grep, found) => {
    expect(
      read('an err(or here\na+b*[ c\nback\\slash\nfoo-bar "x"\n42\n{\nÄÖ\n', { grep }).text.split('\n'),
    ).toContain(found);
  });

  it('no expression throws', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (grep) => {
        expect(read('some text\n', { grep }).matches).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('counts all matches when they do not fit, and names the first line that was not given', () => {
    const many = 'error 123456789\n'.repeat(100);
    const page = read(many, { grep: 'error', maxBytes: 256 });
    expect(page.matches).toBe(100);
    expect(page.nextLine).toBe(page.text.split('\n').length + 1);
    const rest = read(many, {
      grep: 'error',
      maxBytes: 8192,
      range: { first: page.nextLine ?? 0, last: 1e9 },
    });
    expect(rest.matches).toBe(100 - page.text.split('\n').length);
  });

  it('of a very long line gives the part around the match', () => {
    const { text } = read(`${'x'.repeat(5000)}needle${'y'.repeat(5000)}\n`, { grep: 'needle' });
    expect(text).toMatch(/^1: …x{160}needley+…$/);
    expect(text.length).toBeLessThan(600);
  });

  it('cuts no character around a match', () => {
    for (let lead = 0; lead < 4; lead += 1) {
      const line = `${'x'.repeat(lead)}${'😀'.repeat(500)}needle${'😀'.repeat(500)}x`;
      expect(read(line, { grep: 'needle' }).text).not.toMatch(/\p{Surrogate}/u);
    }
  });
});
