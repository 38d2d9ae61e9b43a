import { expect, it } from 'vitest';
import { shownByHost, shownByReading } from '#features/insights/shown-by-host.ts';
import { claudeCode } from '#platforms/claude-code.ts';
import { claudeReading } from '#platforms/reading/claude.ts';

const CAP = { wholeChars: 30_000, previewBytes: 2_000 };
const FRAMED = { ...CAP, frameBytes: 100 };
const lines = (text: string, count: number) => `${text}\n`.repeat(count);

it.each([
  ['nothing', { bytes: 0, chars: 0 }, 0],
  ['the cap', { bytes: 30_000, chars: 30_000 }, 30_000],
  ['the cap in characters of two bytes', { bytes: 60_000, chars: 30_000 }, 60_000],
  ['one more', { bytes: 30_001, chars: 30_001 }, 2_000],
  ['very much', { bytes: 250_000_000, chars: 250_000_000 }, 2_000],
])('of %s a host shows what its cap says', (_, output, shown) => {
  expect(shownByHost(output, CAP, 50)).toBe(shown);
});

it('a preview has the words of the host around it, and the path of the whole', () => {
  expect(shownByHost({ bytes: 40_000, chars: 40_000 }, FRAMED, 50)).toBe(2_150);
  expect(shownByHost({ bytes: 30_000, chars: 30_000 }, FRAMED, 50)).toBe(30_000);
});

it.each([
  ['ends with a line', lines('a'.repeat(99), 400), 1_999],
  ['is cut in a line that begins in its first half', `${lines('a', 100)}${'b'.repeat(40_000)}`, 2_000],
  ['is counted in bytes', lines('ö'.repeat(99), 400), 3_979],
])('a preview %s', (_, text, shown) => {
  const output = { bytes: 1, chars: 40_000, start: () => text };
  expect(shownByHost(output, CAP, 0)).toBe(shown);
});

/** What the pinned clients showed of such outputs and files; how they were asked is in docs/stats.md. */
const SEEN_PATH = 143;
it.each([
  ['seq 1 20000', Array.from({ length: 20_000 }, (_, i) => `${i + 1}\n`).join(''), 2_258],
  [
    'lines of 66 characters',
    Array.from(
      { length: 3_000 },
      (_, i) => `entry ${i + 1}: the keeper writes nothing of note into the book today\n`,
    ).join(''),
    2_233,
  ],
  ['one long line', 'x'.repeat(40_000), 2_258],
])('Claude Code shows of %s what was seen, within 1 %%', (_, text, seen) => {
  const output = { bytes: text.length, chars: text.length, start: () => text };
  const shown = shownByHost(output, claudeCode.shellCap, SEEN_PATH);
  expect(Math.abs(shown - seen) / seen).toBeLessThan(0.01);
});

const LINE = `${'the keeper writes nothing of note into the book today'}\n`.length;
it.each([
  ['50 lines', { bytes: 50 * LINE, lines: 51 }, 2_844],
  ['1,500 lines', { bytes: 1_500 * LINE, lines: 1_501 }, 87_398],
  ['3,000 short lines', { bytes: 12_000, lines: 3_001 }, 25_898],
  ['1,900 lines', { bytes: 1_900 * LINE, lines: 1_901 }, 90_047],
  ['long lines', { bytes: 205_200, lines: 96 }, 84_386],
  ['a file that is refused', { bytes: 324_000, lines: 6_001 }, 197],
])('Claude Code reads of %s what was seen', (name, file, seen) => {
  const shown = shownByReading(file, claudeReading.file);
  // A page of a long file is as long as its tokens allow.
  expect(Math.abs(shown - seen) / seen).toBeLessThan(name === '1,900 lines' ? 0.08 : 0.01);
});

it('the path of a kept result is known by the transcript', () => {
  const folder = '/tmp/plimsoll-e2e-Qipidm/home/.claude/projects/-tmp-plimsoll-e2e-Qipidm-project';
  const session = 'd96d8242-e460-4da4-b177-b49749e73feb';
  const kept = `${folder}/${session}/tool-results/bf1aa9o03.txt`;
  expect(claudeReading.resultPathChars(`${folder}/${session}.jsonl`)).toBe(kept.length);
  expect(claudeReading.resultPathChars(undefined)).toBeGreaterThan(0);
});

it.each([
  ['2.1.332', undefined, true],
  ['2.2.0', undefined, true],
  ['2.1.1000', undefined, true],
  ['2.1.197', undefined, false],
  ['1.9.999', undefined, false],
  ['', undefined, false],
  ['2.1.332', 'false', false],
  ['2.1.197', 'true', true],
])('version "%s" with ENABLE_TOOL_SEARCH %s lists only names: %s', (version, search, isNames) => {
  const env = search === undefined ? {} : { ENABLE_TOOL_SEARCH: search };
  expect(claudeReading.listsOnlyNames({ version, env })).toBe(isNames);
});
