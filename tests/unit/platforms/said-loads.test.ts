import { describe, expect, it, test } from 'vitest';
import type { HostSettings } from '#core/context-load.ts';
import { contextOf } from '#platforms/context/index.ts';
import { saysLoad } from '#platforms/context/says-load.ts';
import { contextFixture } from '../../helpers/context-fixtures.ts';

const factsOf = (platform: string) => {
  const facts = contextOf(platform);
  if (facts === undefined) throw new Error(`${platform} has no facts`);
  return facts;
};
const said = (fixture: string) =>
  factsOf(fixture.slice(0, fixture.indexOf('/'))).saidOf(contextFixture(fixture));

describe('what was recorded', () => {
  test.each([
    ['qwen-code/Stop', { kind: 'usage', usedTokens: 1_000, windowTokens: 200_000 }],
    ['pi/turn_end', { kind: 'usage', usedTokens: 5_026, windowTokens: 30_000 }],
    ['pi/session_start', { kind: 'usage', usedTokens: undefined, windowTokens: 30_000 }],
    ['pi/session_compact', { kind: 'usage', usedTokens: undefined, windowTokens: 30_000 }],
    ['pi/session_shutdown', { kind: 'usage', usedTokens: undefined, windowTokens: 30_000 }],
    ['omp/turn_start', { kind: 'usage', usedTokens: 15_394, windowTokens: 128_000 }],
    ['kilo/chat.params', { kind: 'window', windowTokens: 30_000, model: 'test-model' }],
    ['opencode/message.updated.assistant', { kind: 'usage', usedTokens: 27_000, model: 'test-model' }],
  ])('%s says %j', (fixture, expected) => {
    expect(said(fixture)).toMatchObject(expected);
  });

  test.each([
    'qwen-code/PreCompact',
    'qwen-code/PostToolUse.read_file',
    'qwen-code/UserPromptSubmit',
    'pi/tool_result.bash',
    'pi/session_before_compact',
    // The title is made by a small model.
    'opencode/chat.params.title',
    'opencode/message.updated.user',
    'opencode/session.compacted',
    'opencode/tool.execute.after.bash',
  ])('%s says nothing', (fixture) => {
    expect(said(fixture)).toBeUndefined();
  });
});

describe('Qwen Code', () => {
  const { saidOf } = factsOf('qwen-code');
  test.each([
    [{ context_usage: 0.5, context_limit: 30_000, input_tokens: 0 }, 15_000],
    [{ context_usage: 0.5, context_limit: 30_000 }, 15_000],
    [{ input_tokens: 900 }, 900],
    [{ context_usage: 0, context_limit: 30_000, input_tokens: 0 }, undefined],
    [{ context_usage: null, context_limit: null, input_tokens: null }, undefined],
    [{ context_usage: '0.5', context_limit: '30000', input_tokens: '900' }, undefined],
  ])('%j: %s tokens', (input, tokens) => {
    expect(saidOf(input)).toEqual(
      tokens === undefined ? undefined : expect.objectContaining({ usedTokens: tokens }),
    );
  });
});

describe('Pi', () => {
  const { saidOf, limitOf } = factsOf('pi');
  const host = (...files: HostSettings['files']): HostSettings => ({ env: {}, files });
  const limit = (windowTokens: number, settings: HostSettings) =>
    limitOf({ model: '', version: undefined, windowTokens, host: settings });

  test.each([
    [host(), 200_000, { tokens: 183_616, kind: 'compacts' }],
    [
      host({ compaction: { enabled: true, reserveTokens: 2_000 } }),
      30_000,
      { tokens: 28_000, kind: 'compacts' },
    ],
    // The project's word first, key by key.
    [
      host({ compaction: { keepRecentTokens: 10 } }, { compaction: { reserveTokens: 4_000 } }),
      30_000,
      { tokens: 26_000, kind: 'compacts' },
    ],
    [host({ compaction: { enabled: false } }), 200_000, { tokens: 200_000, kind: 'refuses' }],
    [host({ compaction: { reserveTokens: '5' } }), 200_000, { tokens: 183_616, kind: 'compacts' }],
    [host({ compaction: [] }), 200_000, { tokens: 183_616, kind: 'compacts' }],
    [host(), 8_000, { tokens: 8_000, kind: 'full' }],
  ])('%j of %s: %j', (settings, windowTokens, expected) => {
    expect(limit(windowTokens, settings)).toEqual(expected);
  });

  it('compacts where it was seen to: 29,020 of 30,000 with 2,000 in reserve', () => {
    const { tokens } = limit(30_000, host({ compaction: { reserveTokens: 2_000 } }));
    expect(29_020).toBeGreaterThan(tokens);
  });

  test.each([{ usage: null }, { usage: {} }, { usage: 7 }, {}])('%j says nothing', (input) => {
    expect(saidOf(input)).toBeUndefined();
  });

  it('reads its own settings, the project’s first', () => {
    const place = { home: '/h', configDir: undefined, platform: 'linux', projectRoot: '/p' };
    expect(
      factsOf('pi')
        .settingsFiles(place)
        .map(({ path }) => path),
    ).toEqual(['/p/.pi/settings.json', '/h/.pi/agent/settings.json']);
  });
});

describe('OpenCode', () => {
  const { saidOf } = factsOf('opencode');
  const message = (info: object) => saidOf({ in: { info: { role: 'assistant', ...info } } });

  it('takes the window of the model, wherever it stands', () => {
    const window = { kind: 'window', windowTokens: 128_000, model: 'm' };
    expect(saidOf({ in: { agent: 'build', model: { id: 'm', limit: { context: 128_000 } } } })).toEqual(
      window,
    );
    expect(saidOf({ in: { agent: 'build', model: 'm', limit: { context: 128_000 } } })).toEqual(window);
  });

  test.each([
    ['only begun', { tokens: { input: 0, output: 0, cache: { read: 0, write: 0 } } }],
    ['without tokens', {}],
    ['a summary', { summary: true, tokens: { input: 90_000 } }],
    ['made to name the session', { agent: 'title', tokens: { input: 90_000 } }],
    ['made to compact', { mode: 'compaction', tokens: { input: 90_000 } }],
    ['other types', { tokens: { input: '9', cache: 4 } }],
  ])('a reply that is %s says nothing', (_name, info) => {
    expect(message(info)).toBeUndefined();
  });

  it('counts what was cached, and not the output', () => {
    const tokens = { input: 5, output: 700, reasoning: 90, cache: { read: 40, write: 2 } };
    expect(message({ tokens })).toMatchObject({ usedTokens: 47 });
  });

  test.each([{}, { in: null }, { in: { limit: null, model: null } }, { in: [] }])(
    '%j says nothing',
    (input) => {
      expect(saidOf(input)).toBeUndefined();
    },
  );
});

it('the agents whose hooks say it are those that have it said, and they have no transcript to read', () => {
  const platforms = ['claude-code', 'codex', 'kilo', 'omp', 'opencode', 'pi', 'qwen-code'];
  for (const platform of platforms) expect(factsOf(platform).marks.length === 0).toBe(saysLoad(platform));
  expect(saysLoad('constructor')).toBe(false);
});
