import { describe, expect, it, test } from 'vitest';
import type { HostSettings } from '#core/context-load.ts';
import type { JsonRecord } from '#core/json.ts';
import { claudeContext } from '#platforms/context/claude.ts';

const host = (env: HostSettings['env'] = {}, ...files: JsonRecord[]): HostSettings => ({ env, files });

const limit = (
  model: string,
  windowTokens: number,
  { version = '2.1.332', settings = host() }: { version?: string; settings?: HostSettings } = {},
) => claudeContext.limitOf({ model, version, windowTokens, host: settings });

const HAIKU = 'claude-haiku-4-5';
const OPUS = 'claude-opus-5-5';

/** Each row was seen in the clients; `npm run bench compaction-point` walks there again. */
describe('where it compacts', () => {
  it.each([
    ['small window, nothing set', HAIKU, 200_000, {}, '2.1.332', 200_000, 'full'],
    ['small window, nothing set, older', HAIKU, 200_000, {}, '2.1.197', 200_000, 'full'],
    ['a model that compacts unasked', 'claude-sonnet-4-6', 200_000, {}, '2.1.197', 167_000, 'compacts'],
    ['the same with the large window', 'claude-sonnet-4-6[1m]', 1_000_000, {}, '2.1.332', 1_000_000, 'full'],
    ['large by nature', OPUS, 1_000_000, {}, '2.1.332', 967_000, 'compacts'],
    ['large by request, older', 'claude-opus-4-8[1m]', 1_000_000, {}, '2.1.197', 1_000_000, 'full'],
    [
      'large by nature, forbidden',
      OPUS,
      200_000,
      { CLAUDE_CODE_DISABLE_1M_CONTEXT: '1' },
      '2.1.332',
      167_000,
      'compacts',
    ],
    [
      'a window of 150k',
      HAIKU,
      200_000,
      { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '150000' },
      '2.1.197',
      117_000,
      'compacts',
    ],
    [
      'a window of 400k',
      OPUS,
      1_000_000,
      { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '400000' },
      '2.1.332',
      367_000,
      'compacts',
    ],
    [
      'shorter replies',
      HAIKU,
      200_000,
      { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '200000', CLAUDE_CODE_MAX_OUTPUT_TOKENS: '8000' },
      '2.1.332',
      179_000,
      'compacts',
    ],
    [
      'half of a large window',
      OPUS,
      1_000_000,
      { CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '50' },
      '2.1.332',
      490_000,
      'compacts',
    ],
    [
      'a percentage that nothing compacts by',
      HAIKU,
      200_000,
      { CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '50' },
      '2.1.332',
      200_000,
      'full',
    ],
    ['off', HAIKU, 200_000, { DISABLE_AUTO_COMPACT: '1' }, '2.1.197', 177_000, 'refuses'],
    ['all compaction off', HAIKU, 200_000, { DISABLE_COMPACT: 'true' }, '2.1.197', 177_000, 'refuses'],
    ['off, large', OPUS, 1_000_000, { DISABLE_AUTO_COMPACT: '1' }, '2.1.332', 977_000, 'refuses'],
    [
      'off, shorter replies',
      HAIKU,
      200_000,
      { DISABLE_AUTO_COMPACT: '1', CLAUDE_CODE_MAX_OUTPUT_TOKENS: '8000' },
      '2.1.332',
      189_000,
      'refuses',
    ],
  ] as const)('%s', (_name, model, window, env, version, tokens, kind) => {
    expect(limit(model, window, { version, settings: host(env) })).toEqual({ tokens, kind });
  });

  it.each([
    ['50', 90_000],
    ['80', 144_000],
    ['95', 167_000],
    ['0', 167_000],
    ['-3', 167_000],
    ['101', 167_000],
    ['many', 167_000],
  ])('%s percent of a window of 200k', (percent, tokens) => {
    const env = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '200000', CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: percent };
    expect(limit(HAIKU, 200_000, { settings: host(env) }).tokens).toBe(tokens);
  });

  it.each([
    ['settings', host({}, { autoCompactWindow: 120_000 }), 87_000],
    [
      'the stronger of two files',
      host({}, { autoCompactWindow: 120_000 }, { autoCompactWindow: 150_000 }),
      87_000,
    ],
    [
      'the environment before settings',
      host({ CLAUDE_CODE_AUTO_COMPACT_WINDOW: '150000' }, { autoCompactWindow: 120_000 }),
      117_000,
    ],
    [
      'variables of a settings file',
      host({}, { env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: 150_000 } }),
      117_000,
    ],
    ['less than the least', host({}, { autoCompactWindow: 50_000 }), 67_000],
    ['more than the window', host({}, { autoCompactWindow: 900_000 }), 167_000],
    ['a value that is none', host({}, { autoCompactWindow: 'large' }), 200_000],
  ])('by %s', (_name, settings, tokens) => {
    expect(limit(HAIKU, 200_000, { settings }).tokens).toBe(tokens);
  });

  it('switched off in a settings file', () => {
    expect(limit(HAIKU, 200_000, { settings: host({}, { autoCompactEnabled: false }) }).kind).toBe('refuses');
    const weaker = host({}, { autoCompactEnabled: true }, { autoCompactEnabled: false });
    expect(limit(HAIKU, 200_000, { settings: weaker }).kind).toBe('full');
  });
});

test.each([
  ['claude-opus-5-5', '2.1.332', {}, 1_000_000],
  ['claude-opus-5-5', '2.1.197', {}, 200_000],
  ['claude-opus-5-5', undefined, {}, 1_000_000],
  ['claude-haiku-5-5', '2.1.332', {}, 1_000_000],
  ['claude-opus-4-8', '2.1.332', {}, 1_000_000],
  ['claude-opus-4-7', '2.1.332', {}, 1_000_000],
  ['claude-opus-4-6', '2.1.332', {}, 200_000],
  ['claude-sonnet-4-5-20250929', '2.1.332', {}, 200_000],
  ['claude-opus-4-20250514', '2.1.332', {}, 200_000],
  ['claude-3-7-sonnet-20250219', '2.1.332', {}, 200_000],
  ['claude-haiku-4-5', '2.1.332', {}, 200_000],
  ['us.anthropic.claude-haiku-4-5-v1:0', '2.1.332', {}, 200_000],
  ['claude-opus-4-8', '2.1.197', {}, 200_000],
  ['claude-opus-4-8[1m]', '2.1.197', {}, 1_000_000],
  ['claude-opus-4-8', '2.1.197', { ANTHROPIC_MODEL: 'opus[1m]' }, 1_000_000],
  ['claude-haiku-4-5', '2.1.197', { ANTHROPIC_MODEL: 'opus[1m]' }, 200_000],
  ['claude-opus-5-5', '2.1.332', { CLAUDE_CODE_DISABLE_1M_CONTEXT: '1' }, 200_000],
  ['', '2.1.332', {}, 200_000],
  ['gpt-9', '2.1.332', {}, undefined],
])('the window of %s in %s with %j has %s tokens', (model, version, env, tokens) => {
  expect(claudeContext.windowOf({ model, version, statedTokens: undefined, host: host(env) })).toBe(tokens);
});

it('what was stated counts, but for a name that says more', () => {
  const window = (model: string, statedTokens: number) =>
    claudeContext.windowOf({ model, statedTokens, version: '2.1.332', host: host() });
  expect(window('claude-opus-5-5', 200_000)).toBe(200_000);
  expect(window('gpt-9', 400_000)).toBe(400_000);
  expect(window('claude-opus-4-8[1m]', 200_000)).toBe(1_000_000);
});

describe('a line of the transcript', () => {
  const usage = {
    input_tokens: 5,
    cache_read_input_tokens: 7,
    cache_creation_input_tokens: 11,
    output_tokens: 99,
  };
  const reply = { type: 'assistant', version: '2.1.332', message: { model: HAIKU, usage } };

  it('counts input, cache reads and cache writes', () => {
    expect(claudeContext.markOf({ ...reply, timestamp: '2026-11-30T12:00:00.000Z' })).toEqual({
      kind: 'usage',
      usedTokens: 23,
      model: HAIKU,
      windowTokens: undefined,
      version: '2.1.332',
      atMs: Date.UTC(2026, 10, 30, 12),
    });
  });

  it.each([
    ['of a subagent', { ...reply, isSidechain: true }],
    ['of a failed call', { ...reply, message: { model: '<synthetic>', usage: { input_tokens: 0 } } }],
    ['without usage', { ...reply, message: { model: HAIKU } }],
    ['of the user', { type: 'user', message: { usage } }],
    ['of another kind', { type: 'system', subtype: 'informational' }],
    [
      'with numbers that are none',
      { ...reply, message: { usage: { input_tokens: '5', cache_read_input_tokens: -1 } } },
    ],
  ])('%s says nothing', (_name, line) => {
    expect(claudeContext.markOf(line)).toBeUndefined();
  });

  it.each([
    [{ trigger: 'auto', preTokens: 167_150 }, true, 167_150],
    [{ trigger: 'manual', preTokens: 9 }, false, 9],
    [{}, false, undefined],
    [undefined, false, undefined],
  ])('a boundary with %j', (compactMetadata, isAutomatic, beforeTokens) => {
    const line = { type: 'system', subtype: 'compact_boundary', compactMetadata };
    expect(claudeContext.markOf(line)).toEqual({
      kind: 'compaction',
      isAutomatic,
      beforeTokens,
      atMs: undefined,
    });
  });
});
