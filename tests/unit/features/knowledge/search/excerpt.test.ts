import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Excerpt, excerptAround } from '#features/knowledge/search/excerpt.ts';
import { parseQuery } from '#features/knowledge/search/query.ts';

function around(passage: string, question: string, bestLine: number, maxBytes: number): Excerpt {
  const { units, text } = parseQuery(question);
  return excerptAround({ passage, bestLine, literal: text, units, maxBytes });
}

const passages = fc
  .array(fc.string({ unit: fc.constantFrom('a', 'needle', ' ', 'é', '😀', 'İ'), maxLength: 60 }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((lines) => lines.join('\n'));
const questions = fc.constantFrom('needle', 'needles', 'nothing', 'é', '😀');

it('is within its bytes, and its lines are lines of the passage', () => {
  fc.assert(
    fc.property(
      passages,
      questions,
      fc.nat(),
      fc.integer({ min: 240, max: 2000 }),
      (passage, question, line, maxBytes) => {
        const all = passage.replace(/\n$/, '').split('\n');
        const { text, firstLine, lastLine } = around(passage, question, line % all.length, maxBytes);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
        expect(text).not.toMatch(/\p{Surrogate}/u);
        const lines = all.slice(firstLine, lastLine + 1);
        if (firstLine === lastLine && text.endsWith('…'))
          expect(lines[0]).toContain(text.replace(/^…|…$/g, ''));
        else expect(text).toBe(lines.join('\n'));
      },
    ),
    { numRuns: 300 },
  );
});

it('a passage that fits is shown whole', () => {
  expect(around('a\nb\n', 'x', 0, 240)).toEqual({ text: 'a\nb', firstLine: 0, lastLine: 1 });
});

it('shows the best line and what is around it', () => {
  const lines = Array.from({ length: 100 }, (_, i) => `line number ${i} of the text`);
  const { text, firstLine, lastLine } = around(lines.join('\n'), 'needle', 60, 240);
  expect(text).toContain('line number 60 of');
  expect(firstLine).toBeLessThan(60);
  expect(lastLine).toBeGreaterThan(60);
});

it('of one long line shows the part around what was looked for', () => {
  const { text } = around(`${'x'.repeat(3000)} needle ${'y'.repeat(3000)}`, 'needle', 0, 300);
  expect(text).toMatch(/^…x+ needle y+…$/);
});

it('cuts no character of a long line', () => {
  for (let lead = 0; lead < 4; lead += 1) {
    const line = `${'x'.repeat(lead)}${'😀'.repeat(500)}needle${'😀'.repeat(500)}`;
    expect(around(line, 'needle', 0, 300).text).not.toMatch(/\p{Surrogate}/u);
  }
});
