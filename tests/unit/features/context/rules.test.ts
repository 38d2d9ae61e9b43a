import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ContextLimit } from '#core/context-load.ts';
import { currentLoad, type LoadQuestion } from '#features/context/current-load.ts';
import { keptLoad } from '#features/context/kept-load.ts';
import { noteText } from '#features/context/note-text.ts';
import { removeOldContext } from '#features/context/remove-old.ts';
import { correctedLimit, type PointKey, rememberPoint } from '#features/context/seen-points.ts';
import { layOut } from '#features/context/status-line/layout.ts';
import { thresholdOf } from '#features/context/threshold.ts';
import { claudeContext } from '#platforms/context/claude.ts';

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-context-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const limit = (tokens: number, kind: ContextLimit['kind'] = 'compacts'): ContextLimit => ({ tokens, kind });

describe('the threshold', () => {
  it.each([
    [{ isRaw: false, warnPercent: 90 }, 167_000, 150_300, 167_000],
    [{ isRaw: false, warnPercent: 99 }, 167_000, 165_330, 167_000],
    [{ isRaw: true, warnPercent: 75 }, 167_000, 150_000, 200_000],
  ])('%j of a point at %s', (settings, point, tokens, wholeTokens) => {
    expect(thresholdOf(settings, limit(point), 200_000)).toEqual({ tokens, wholeTokens });
  });

  it('never lies at or behind the compaction', () => {
    for (let percent = 1; percent <= 99; percent += 1)
      for (const point of [67_000, 140_000, 167_000, 200_000]) {
        const { tokens, problem } = thresholdOf({ isRaw: true, warnPercent: percent }, limit(point), 200_000);
        expect(tokens).toBeLessThan(point);
        expect(problem !== undefined).toBe(percent * 2_000 >= point);
      }
  });
});

describe('a point that was seen', () => {
  const home = join(folder, 'seen');
  const key = (over: Partial<PointKey> = {}): PointKey => ({
    platform: 'p',
    model: 'm',
    windowTokens: 200_000,
    limit: limit(167_000),
    ...over,
  });

  it('holds for its model, window and expectation, with or without a mark in the name', () => {
    rememberPoint(home, key({ model: 'm[1m]' }), 150_000);
    expect(correctedLimit(home, key())).toEqual(limit(150_000));
    for (const other of [{ model: 'n' }, { windowTokens: 1_000_000 }, { limit: limit(177_000, 'refuses') }])
      expect(correctedLimit(home, key(other))).toEqual(other.limit ?? limit(167_000));
  });

  it('is replaced by a later one', () => {
    rememberPoint(home, key(), 160_000);
    expect(correctedLimit(home, key()).tokens).toBe(160_000);
  });

  it.each([10_000, 83_000, 210_000, 1e9])('of %s tokens is not believed', (tokens) => {
    rememberPoint(home, key({ model: 'far' }), tokens);
    expect(correctedLimit(home, key({ model: 'far' })).tokens).toBe(167_000);
  });

  it('in a damaged file counts as none', () => {
    writeFileSync(join(home, 'context', 'points.seen'), '{"p m 200000 compacts 167000":"many"');
    expect(correctedLimit(home, key()).tokens).toBe(167_000);
  });

  it('is kept for so many conditions only', () => {
    for (let model = 0; model < 60; model += 1) rememberPoint(home, key({ model: `m${model}` }), 150_000);
    expect(correctedLimit(home, key({ model: 'm0' })).tokens).toBe(167_000);
    expect(correctedLimit(home, key({ model: 'm59' })).tokens).toBe(150_000);
  });
});

describe('which number counts', () => {
  const nowMs = 10_000_000_000;
  const path = join(folder, 'transcript.jsonl');
  const line = (tokens: number, atMs: number): void =>
    writeFileSync(
      path,
      `${JSON.stringify({
        type: 'assistant',
        timestamp: new Date(atMs).toISOString(),
        message: { model: 'claude-haiku-4-5', usage: { input_tokens: tokens } },
      })}\n`,
    );
  const ask = (over: Partial<LoadQuestion> = {}) =>
    currentLoad({
      sessionId: 's',
      transcriptPath: path,
      kept: undefined,
      state: {},
      nowMs,
      facts: claudeContext,
      host: () => ({ env: {}, files: [] }),
      ...over,
    }).load?.usedTokens;
  const kept = (ageMs: number) => ({
    sessionId: 's',
    model: 'claude-haiku-4-5',
    usedTokens: 100_000,
    windowTokens: 200_000,
    atMs: nowMs - ageMs,
  });

  it('the status line’s for a minute, then the transcript’s', () => {
    line(120_000, nowMs - 500);
    expect(ask({ kept: kept(60_000) })).toBe(100_000);
    expect(ask({ kept: kept(60_001) })).toBe(120_000);
  });

  it('none that is from before the context was emptied', () => {
    line(120_000, nowMs - 5_000);
    const state = { emptiedAtMs: nowMs - 1_000 };
    expect(ask({ kept: kept(2_000), state })).toBeUndefined();
    expect(ask({ kept: kept(500), state })).toBe(100_000);
    line(7_000, nowMs - 500);
    expect(ask({ kept: kept(2_000), state })).toBe(7_000);
  });

  it('no old one without a transcript', () => {
    for (const transcriptPath of [undefined, join(folder, 'none')]) {
      expect(ask({ kept: kept(61_000), transcriptPath })).toBeUndefined();
      expect(ask({ kept: kept(59_000), transcriptPath })).toBe(100_000);
    }
  });

  it.each([5_001, 3_600_000])('none that is dated %s ms after now', (ms) => {
    expect(keptLoad(kept(-ms), 's', nowMs)).toBeUndefined();
    expect(keptLoad(kept(-4_000), 's', nowMs)).toBeDefined();
  });
});

it('the note is the same text for the same numbers, and says what it is of', () => {
  const note = (over: object) =>
    noteText({ percent: 91, kind: 'compacts', isEstimate: false, isRaw: false, ...over });
  const end = ' Work can continue normally; session state is being recorded.';
  expect(note({})).toBe(`Context at 91 % of the point where this session compacts.${end}`);
  expect(note({ kind: 'refuses' })).toBe(`Context at 91 % of what this session can hold.${end}`);
  expect(note({ isRaw: true, isEstimate: true })).toBe(`Context at about 91 % of the context window.${end}`);
});

it('a line never gets wider than its columns', () => {
  const parts = [
    { text: 'Modell 模型', colour: 'red' as const },
    { text: '██████████ 99 %, 2k left', short: '99 %' },
    { text: 'branch' },
  ];
  for (let columns = 1; columns < 60; columns += 1) {
    const width = [...layOut(parts, columns, false)].reduce(
      (sum, c) => sum + (c === '模' || c === '型' ? 2 : 1),
      0,
    );
    expect(width).toBeLessThanOrEqual(columns);
  }
});

it('what is kept about a session goes when nobody went on with it for two weeks; seen points stay', () => {
  const context = join(folder, 'old', 'context');
  const nowMs = Date.now();
  removeOldContext(join(folder, 'old'), nowMs);
  mkdirSync(context, { recursive: true });
  for (const name of ['a.json', 'a.told', 'b.json', 'points.seen']) writeFileSync(join(context, name), '{}');
  mkdirSync(join(context, 'folder'));
  writeFileSync(join(context, 'notes.md'), 'of somebody else');
  const old = (nowMs - 15 * 86_400_000) / 1_000;
  for (const name of ['a.json', 'a.told', 'points.seen', 'folder', 'notes.md'])
    utimesSync(join(context, name), old, old);
  removeOldContext(join(folder, 'old'), nowMs);
  expect(readdirSync(context).sort()).toEqual(['b.json', 'folder', 'notes.md', 'points.seen']);
});
