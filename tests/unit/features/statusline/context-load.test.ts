import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JsonRecord } from '#core/json.ts';
import { loadOf, renderLoad } from '#features/statusline/context-load.ts';

const fixture = (name: string): JsonRecord =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../fixtures/hooks/claude-code', name), 'utf8'),
  ) as JsonRecord;

it('counts input, cache reads and cache writes, not output', () => {
  expect(loadOf(fixture('statusline.turn.json'), 5)).toEqual({
    sessionId: '00000000-0000-4000-8000-000000000001',
    model: 'Haiku 4.5',
    usedTokens: 100_500,
    windowTokens: 200_000,
    atMs: 5,
  });
});

it('before the first reply the load is unknown, not empty', () => {
  expect(loadOf(fixture('statusline.start.json'), 5)?.usedTokens).toBeUndefined();
});

const usage = (current_usage: unknown): JsonRecord => ({
  session_id: 's',
  context_window: { current_usage, context_window_size: 1000 },
});

it.each([
  [null, undefined],
  [{}, undefined],
  ['text', undefined],
  [{ input_tokens: 0 }, undefined],
  [{ input_tokens: 5 }, 5],
  [{ input_tokens: '5', cache_read_input_tokens: 7 }, 7],
  [{ input_tokens: -5, cache_creation_input_tokens: 2 }, 2],
  [{ input_tokens: Number.NaN }, undefined],
])('the usage %j is %s tokens', (given, tokens) => {
  expect(loadOf(usage(given), 0)?.usedTokens).toBe(tokens);
});

it.each([[{}], [{ session_id: 5 }], [{ model: {} }]])('%j names no session', (status) => {
  expect(loadOf(status as JsonRecord, 0)).toBeUndefined();
});

const LOAD = { sessionId: 's', model: 'Opus', usedTokens: 84_000, windowTokens: 200_000, atMs: 0 };

it.each([
  [LOAD, 'Opus · context 42 % (84k of 200k)'],
  [{ ...LOAD, usedTokens: undefined }, 'Opus'],
  [{ ...LOAD, windowTokens: undefined }, 'Opus'],
  [{ ...LOAD, model: '', usedTokens: undefined }, 'plimsoll'],
  [{ ...LOAD, usedTokens: 240_000 }, 'Opus · context 120 % (240k of 200k)'],
])('%j is shown as %j', (load, text) => {
  expect(renderLoad(load)).toBe(text);
});
