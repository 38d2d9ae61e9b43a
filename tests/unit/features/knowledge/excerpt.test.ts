import fc from 'fast-check';
import { expect, it } from 'vitest';
import { excerptAround } from '#features/knowledge/excerpt.ts';

const passages = fc
  .array(fc.string({ unit: fc.constantFrom('a', 'needle', ' ', 'é', '😀', 'İ'), maxLength: 60 }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((lines) => lines.join('\n'));
const terms = fc.array(fc.constantFrom('needle', 'needles', 'nothing', 'é'), { maxLength: 3 });

it('is within its bytes, and its lines are lines of the passage', () => {
  fc.assert(
    fc.property(passages, terms, fc.integer({ min: 240, max: 2000 }), (passage, words, maxBytes) => {
      const { text, firstLine, lastLine } = excerptAround(passage, words, maxBytes);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
      expect(text).not.toMatch(/\p{Surrogate}/u);
      const lines = passage
        .replace(/\n$/, '')
        .split('\n')
        .slice(firstLine, lastLine + 1);
      if (firstLine === lastLine && text.endsWith('…'))
        expect(lines[0]).toContain(text.replace(/^…|…$/g, ''));
      else expect(text).toBe(lines.join('\n'));
    }),
    { numRuns: 300 },
  );
});

it('a passage that fits is shown whole', () => {
  expect(excerptAround('a\nb\n', ['x'], 240)).toEqual({ text: 'a\nb', firstLine: 0, lastLine: 1 });
});

it('shows the line with most terms and what is around it', () => {
  const lines = Array.from({ length: 100 }, (_, i) => `line number ${i} of the text`);
  lines[60] = 'here the indexed needles lie';
  const { text, firstLine, lastLine } = excerptAround(lines.join('\n'), ['needle', 'indexing'], 240);
  expect(text).toContain('here the indexed needles lie');
  expect(firstLine).toBeLessThan(60);
  expect(lastLine).toBeGreaterThan(60);
});

it('of one long line shows the part around the first term', () => {
  const { text } = excerptAround(`${'x'.repeat(3000)} needle ${'y'.repeat(3000)}`, ['needle'], 300);
  expect(text).toMatch(/^…x+ needle y+…$/);
});

it('cuts no character of a long line', () => {
  for (let lead = 0; lead < 4; lead += 1) {
    const line = `${'x'.repeat(lead)}${'😀'.repeat(500)}needle${'😀'.repeat(500)}`;
    expect(excerptAround(line, ['needle'], 300).text).not.toMatch(/\p{Surrogate}/u);
  }
});
