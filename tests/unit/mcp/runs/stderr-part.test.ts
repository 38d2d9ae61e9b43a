import { describe, expect, it } from 'vitest';
import { type DigestOptions, digestText } from '#features/governor/digest.ts';
import { drownedStderr, stderrBytes } from '#mcp/runs/stderr-part.ts';

describe('room that is held free for stderr', () => {
  it.each([
    ['none was written', 0, 50_000, 0],
    ['a little: all of it and a heading', 40, 50_000, 73],
    ['much: a part of the budget', 10_000, 50_000, 800],
    ['most of it is stderr: the digest shows it by itself', 30_000, 50_000, 0],
  ])('%s', (_, stderr, all, bytes) => {
    expect(stderrBytes({ stderrBytes: stderr, textBytes: all }, 4_000)).toBe(bytes);
  });
});

const within = (maxBytes: number) => ({
  maxBytes,
  digest: (text: string, options: DigestOptions) => Promise.resolve(digestText(text, options)),
});

describe('lines of stderr that the digest does not show', () => {
  it('are shown, the others are not repeated', async () => {
    const text = await drownedStderr(
      ['odd thing', 'error: shown above', ''],
      'first\nerror: shown above\nlast',
      within(400),
    );
    expect(text).toBe('stderr, not in the lines above:\nodd thing');
  });

  it('are nothing when all are shown, also by one of many alike', async () => {
    expect(await drownedStderr(['warn 1: x', 'warn 2: x'], 'a\nwarn 1: x\nb', within(400))).toBe('');
  });

  it('are cut to the room there is', async () => {
    const lines = Array.from({ length: 500 }, (_, n) => `${'abcdefghij'[n % 10]}${n} some text of its own`);
    const text = await drownedStderr(lines, 'nothing of it', within(500));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(500);
    expect(text).toMatch(/^stderr, not in the lines above:\n(?:.+\n)+/);
  });
});
