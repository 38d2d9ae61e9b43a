import { expect, it } from 'vitest';
import { StreamEnds } from '#features/execution/stream-ends.ts';

it('keeps a short stream whole, however it comes', () => {
  const ends = new StreamEnds();
  for (const piece of ['one\ntw', 'o\n', '', 'three']) ends.add(Buffer.from(piece));
  expect(ends.lines()).toEqual(['one', 'two', 'three']);
});

it('keeps whole lines of both ends of a long one, and no more than that', () => {
  const ends = new StreamEnds();
  for (let n = 0; n < 50_000; n += 1) ends.add(Buffer.from(`line number ${n}\n`));
  const lines = ends.lines();
  expect([lines[0], lines.at(-1)]).toEqual(['line number 0', 'line number 49999']);
  expect(lines.every((line) => /^line number \d+$/.test(line))).toBe(true);
  expect(lines.join('\n').length).toBeLessThan(8_400);
});

it('joins both ends without a gap where nothing was left out', () => {
  const ends = new StreamEnds();
  const text = Array.from({ length: 500 }, (_, n) => `nr ${n} ..`).join('\n');
  expect(text.length).toBeLessThan(8_000);
  ends.add(Buffer.from(text));
  expect(ends.lines().join('\n')).toBe(text);
});
