import { expect, it, test } from 'vitest';
import { claudeContext } from '#platforms/context/claude.ts';
import { codexContext } from '#platforms/context/codex.ts';
import { contextOf } from '#platforms/context/index.ts';

const row = (info: unknown) => ({
  timestamp: '2026-11-30T12:00:00.000Z',
  type: 'event_msg',
  payload: { type: 'token_count', info },
});
const last = { input_tokens: 120_000, cached_input_tokens: 100_000, output_tokens: 900 };

it('the last call’s input counts, cached or not, and never the sum of all calls', () => {
  const info = {
    total_token_usage: { input_tokens: 5_000_000 },
    last_token_usage: last,
    model_context_window: 272_000,
  };
  expect(codexContext.markOf(row(info))).toEqual({
    kind: 'usage',
    usedTokens: 120_000,
    model: '',
    windowTokens: 272_000,
    version: undefined,
    atMs: Date.UTC(2026, 10, 30, 12),
  });
});

test.each([
  ['nothing yet', row(null)],
  ['the sum alone', row({ total_token_usage: last })],
  ['zero', row({ last_token_usage: { input_tokens: 0 } })],
  ['another event', { type: 'event_msg', payload: { type: 'agent_message' } }],
  ['no payload', { type: 'event_msg' }],
])('%s says nothing', (_name, line) => {
  expect(codexContext.markOf(line)).toBeUndefined();
});

it('a compaction empties the context', () => {
  expect(codexContext.markOf({ type: 'compacted', payload: {} })).toMatchObject({ kind: 'compaction' });
});

it('100 % are the window that the transcript names; without one nothing is known', () => {
  const question = { model: '', version: undefined, host: { env: {}, files: [] } };
  expect(codexContext.windowOf({ ...question, statedTokens: 272_000 })).toBe(272_000);
  expect(codexContext.windowOf({ ...question, statedTokens: undefined })).toBeUndefined();
  expect(codexContext.limitOf({ ...question, windowTokens: 272_000 }).tokens).toBe(272_000);
});

it('each agent has its own facts', () => {
  expect(contextOf('codex')).toBe(codexContext);
  expect(contextOf('claude-code')).toBe(claudeContext);
  expect(contextOf('toString')).toBeUndefined();
});
