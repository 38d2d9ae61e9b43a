import { describe, expect, it } from 'vitest';
import type { ToolOutput } from '#core/tool-output.ts';
import { DEFAULT_GOVERNOR, digestRoom, readGovernorSettings } from '#features/governor/govern.ts';

const output = (over: Partial<ToolOutput> = {}): ToolOutput => ({
  kind: 'command',
  text: '',
  label: 'Bash',
  purpose: '',
  isSource: false,
  ...over,
});

describe('how large a digest may be', () => {
  it.each([
    ['a small result is never touched', output(), 6_000, 0],
    ['a large one gets a digest', output(), 30_000, 3_000],
    ['source has a limit of its own, whatever prints it', output({ isSource: true }), 50_000, 0],
    ['a report has a higher one', output({ kind: 'report' }), 12_000, 0],
    ['beyond it, a digest', output({ kind: 'report' }), 12_001, 3_000],
  ])('%s', (_, of, bytes, room) => expect(digestRoom(of, bytes, DEFAULT_GOVERNOR)).toBe(room));

  it('half of the result at most', () => {
    const settings = { ...DEFAULT_GOVERNOR, digestBytes: 5_000 };
    expect(digestRoom(output(), 7_000, settings)).toBe(3_500);
  });

  it.each(['off', 'advise'] as const)('%s: results stay', (mode) => {
    expect(digestRoom(output(), 1_000_000, { ...DEFAULT_GOVERNOR, mode })).toBe(0);
  });
});

describe('settings', () => {
  it('defaults', () => expect(readGovernorSettings({})).toEqual(DEFAULT_GOVERNOR));

  it('a limit for everything; that of source is never lower than its default', () => {
    const { limitBytes } = readGovernorSettings({ PLIMSOLL_GOVERNOR_LIMIT_BYTES: '2000' });
    expect(limitBytes).toMatchObject({
      command: 2_000,
      mcp: 2_000,
      source: DEFAULT_GOVERNOR.limitBytes.source,
    });
  });

  it.each([
    ['PLIMSOLL_GOVERNOR_MODE', 'sometimes', /"sometimes"; accepted: off, advise, govern/],
    ['PLIMSOLL_GOVERNOR_LIMIT_BYTES', '4k', /"4k"; accepted: a whole number of bytes/],
  ])('%s', (name, value, message) => expect(() => readGovernorSettings({ [name]: value })).toThrow(message));
});
