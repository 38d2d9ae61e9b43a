import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLineRange, type LineRange, parseLineRange } from '#core/text/lines.ts';
import { readLines } from '#features/knowledge/originals/read-lines.ts';

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

  it('a line that alone exceeds the page is cut, counted, and goes on in the next page', () => {
    const text = `${'x'.repeat(1000)}\nnext\n`;
    const page = read(text, { maxBytes: 300 });
    expect(page).toMatchObject({
      text: 'x'.repeat(300),
      cutBytes: 700,
      lastLine: 1,
      nextLine: 1,
      nextByte: 300,
    });
    const end = read(text, { range: { first: 1, firstByte: 900, last: 9 }, maxBytes: 300 });
    expect(end).toMatchObject({ text: `${'x'.repeat(100)}\nnext`, cutBytes: 0, nextLine: undefined });
  });

  it('gives texts with long lines back exactly, page after page, by the call that each page names', () => {
    const long = fc
      .tuple(fc.constantFrom('x', 'é', '€', '😀'), fc.nat(900), safeLine)
      .map(([unit, n, end]) => unit.repeat(n) + end);
    const all = fc.array(fc.oneof(safeLine, long), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(all, fc.integer({ min: 130, max: 400 }), (lines, maxBytes) => {
        const text = `${lines.join('\n')}\n`;
        let whole = '';
        let call: string | undefined = '1-';
        while (call !== undefined) {
          const page = read(text, { range: parseLineRange(call) as LineRange, maxBytes });
          expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(maxBytes);
          expect(page.text).not.toMatch(/[\uFFFD\p{Surrogate}]/u);
          whole += page.text + (page.nextByte > 0 ? '' : '\n');
          call =
            page.nextLine === undefined
              ? undefined
              : formatLineRange(page.nextLine, page.nextByte, undefined);
        }
        expect(whole).toBe(text);
      }),
    );
  });

  it('a byte inside a character means that character; one behind the line is refused with its length', () => {
    expect(read('a😀b\r\nc\n', { range: { first: 1, firstByte: 3, last: 1 } }).text).toBe('😀b');
    expect(read('abc\nc\n', { range: { first: 1, firstByte: 3, last: 1 } }).text).toBe('');
    expect(() => read('abc\nc\n', { range: { first: 1, firstByte: 4, last: 1 } })).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_INVALID',
        message: expect.stringMatching(/byte 4 .* 3 bytes/),
      }),
    );
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

  it('searches the whole of a line, wherever slices of it meet', () => {
    for (const at of [0, 1_040_380, 1_048_570, 1_048_576, 1_056_000, 2_080_768, 2_999_990]) {
      const line = `${'x'.repeat(at)}needle${'y'.repeat(3_000_000 - at)}end`;
      expect([at, read(line, { grep: 'ne+dle' }).matches]).toEqual([at, 1]);
      expect([at, read(line, { grep: 'end$' }).matches]).toEqual([at, 1]);
    }
    const line = 'x'.repeat(3_000_000);
    for (const grep of ['^y', 'y$', 'x^', '(?<!^)^x']) expect(read(line, { grep }).matches).toBe(0);
  });

  it('a small page still shows the match in a long line', () => {
    const { text, cutBytes } = read(`${'é'.repeat(5000)}needle${'é'.repeat(5000)}`, {
      grep: 'needle',
      maxBytes: 256,
    });
    expect(text).toContain('needle');
    expect(cutBytes).toBe(0);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(256);
  });

  it('cuts no character around a match', () => {
    for (let lead = 0; lead < 4; lead += 1) {
      const line = `${'x'.repeat(lead)}${'😀'.repeat(500)}needle${'😀'.repeat(500)}x`;
      expect(read(line, { grep: 'needle' }).text).not.toMatch(/\p{Surrogate}/u);
    }
  });
});
