import { describe, expect, it } from 'vitest';
import type { HostSettings } from '#core/context-load.ts';
import { geminiContext } from '#platforms/context/gemini.ts';
import { geminiTranscript } from '#platforms/transcripts/gemini.ts';

const AT = '2026-11-30T22:49:00.000Z';
const OWNER = { platform: 'gemini-cli', sessionId: 's', cwd: '/w' };

const history = (summaryAt: string, writtenAt: string) => ({
  $set: {
    messages: [
      {
        id: 's',
        timestamp: summaryAt,
        type: 'user',
        content: [{ text: '<state_snapshot>x</state_snapshot>' }],
      },
      {
        id: 'g',
        timestamp: summaryAt,
        type: 'gemini',
        content: [{ text: 'Got it. Thanks for the additional context!' }],
      },
    ],
    lastUpdated: writtenAt,
  },
});

describe('a chat of Gemini CLI', () => {
  it('tells the size of the prompt of a reply', () => {
    const line = {
      id: 'a',
      timestamp: AT,
      type: 'gemini',
      tokens: { input: 5_000, total: 5_020 },
      model: 'gemini-2.5-pro',
    };
    expect(geminiContext.markOf(line)).toMatchObject({
      kind: 'usage',
      usedTokens: 5_000,
      model: 'gemini-2.5-pro',
    });
  });

  it.each([
    [{ type: 'gemini', content: '' }],
    [{ type: 'gemini', tokens: { input: 0 } }],
    [{ type: 'user', tokens: { input: 5 } }],
    [{ $set: { lastUpdated: AT } }],
    [{ $set: { messages: [], lastUpdated: AT } }],
    [{ type: 'user', content: 'Got it. Thanks for the additional context!' }],
    // Written anew for another reason, with the summary of an hour ago in it.
    [history('2026-11-30T21:49:00.000Z', AT)],
  ])('%j says nothing', (line) => {
    expect(geminiContext.markOf(line)).toBeUndefined();
  });

  it('tells of a compression by the history that begins with a summary', () => {
    const line = history(AT, '2026-11-30T22:49:01.000Z');
    expect(geminiContext.markOf(line)).toMatchObject({ kind: 'compaction', atMs: Date.parse(AT) });
    const reader = geminiTranscript.reader(OWNER);
    expect(reader.take(JSON.stringify({ type: 'user', content: 'x' }))).toEqual([]);
    expect(reader.hasBoundary).toBe(false);
    expect(reader.take(JSON.stringify(line))).toEqual([]);
    expect(reader.hasBoundary).toBe(true);
  });
});

const host = (...files: HostSettings['files']): HostSettings => ({ env: {}, files });

it.each([
  [host(), 0.5],
  [host({ model: { compressionThreshold: 0.2 } }), 0.2],
  [host({}, { model: { compressionThreshold: 0.3 } }, { model: { compressionThreshold: 0.9 } }), 0.3],
  [host({ model: { name: 'x' } }, { model: { compressionThreshold: 0.4 } }), 0.4],
  [host({ model: 'x' }), 0.5],
  [host({ model: { compressionThreshold: 0 } }), 0.5],
  [host({ model: { compressionThreshold: 7 } }), 0.5],
])('it compresses at the part of the window that %j says: %s', (settings, part) => {
  const question = { model: 'gemini-2.5-pro', version: undefined, windowTokens: 1_000_000, host: settings };
  expect(geminiContext.limitOf(question)).toEqual({ tokens: part * 1_000_000, kind: 'compacts' });
});

it.each([
  ['gemini-2.5-flash', 1_048_576],
  ['auto', 1_048_576],
  ['gemma-4-31b-it', 256_000],
])('%s has a window of %d tokens', (model, tokens) => {
  expect(geminiContext.windowOf({ model, statedTokens: undefined, version: undefined, host: host() })).toBe(
    tokens,
  );
});

it('settings are looked for from the system to the user', () => {
  const place = { home: '/h', configDir: undefined, platform: 'linux', projectRoot: '/w' };
  expect(geminiContext.settingsFiles(place).map(({ path }) => path)).toEqual([
    '/etc/gemini-cli/settings.json',
    '/w/.gemini/settings.json',
    '/h/.gemini/settings.json',
  ]);
});
