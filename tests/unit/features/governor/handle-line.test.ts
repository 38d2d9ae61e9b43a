import { expect, it } from 'vitest';
import { handleLine } from '#features/governor/handle-line.ts';

it('names the handle, what is shown, where the original lies and the next call, in one line', () => {
  const original = { id: 12, path: '/h/out/12.txt', bytes: 219_136, lines: 3_412 };
  const line = handleLine(original, { lines: 58, next: '41-240' });
  expect(line).toBe(
    '[#12: 58 of 3,412 lines shown, 214 KB saved to /h/out/12.txt; ctx_read(id: "#12", lines: "41-240"), ctx_search(source: "#12")]',
  );
});
