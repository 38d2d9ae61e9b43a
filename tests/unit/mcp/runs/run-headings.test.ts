import { describe, expect, it } from 'vitest';
import { type Headed, headingsWithin, restLine } from '#mcp/runs/run-headings.ts';

const section = (over: Partial<Headed> = {}): Headed => ({
  heading: 'tests',
  detail: 'npm test',
  ending: '[exit 0, 1 ms, 3 B]',
  isFailed: false,
  leastBytes: 0,
  ...over,
});

describe('headings of several outputs', () => {
  it('name label and command while there is room', () => {
    expect(headingsWithin([section(), section({ detail: '' })], 500).lines).toEqual([
      '## tests: npm test',
      '## tests',
    ]);
  });

  it('are one line each, whatever a path holds', () => {
    expect(headingsWithin([section({ heading: 'new\nline.txt', detail: '' })], 500).lines).toEqual([
      '## new line.txt',
    ]);
  });

  it('are shortened so that an output that failed has its place', () => {
    const long = { heading: 'h'.repeat(60), detail: 'd'.repeat(80) };
    const failed = section({ ...long, isFailed: true, leastBytes: 160 });
    expect(headingsWithin([failed, section(long)], 700).lines[0]).toContain('d'.repeat(80));
    const { lines, bytes } = headingsWithin([failed, section(long)], 420);
    expect(lines[0]).toBe(`## ${'h'.repeat(60)}: ${'d'.repeat(31)}…`);
    expect(bytes + 160).toBeLessThanOrEqual(420);
  });

  it('are left out where nothing else helps, those that failed last of all', () => {
    const sections = Array.from({ length: 40 }, (_, n) => section({ isFailed: n === 30 }));
    const { lines, bytes } = headingsWithin(sections, 300);
    expect(bytes).toBeLessThanOrEqual(300);
    expect(lines[30]).toBe('## tests');
    expect(lines.filter((line) => line !== undefined).length).toBeGreaterThan(1);
    expect(lines).toContain(undefined);
  });

  it('count what is not named', () => {
    expect(restLine(['exit 0', 'exit 1', 'exit 0'], ['#4', '#5', '#6'])).toBe(
      '[3 more, not named: 2 exit 0, 1 exit 1; #4 to #6]',
    );
    expect(restLine(['not started'], [])).toBe('[1 more, not named: 1 not started]');
  });
});
