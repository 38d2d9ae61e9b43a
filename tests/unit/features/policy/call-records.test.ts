import { describe, expect, it } from 'vitest';
import {
  type CallRecord,
  CallRecords,
  canonicalHash,
  RECORD_LIMIT_MS,
} from '#features/policy/call-records.ts';

const record = (over: Partial<CallRecord> = {}): CallRecord => ({
  sessionId: 's-1',
  toolUseId: 'toolu_1',
  inputHash: 'hash',
  ruleDigest: 'digest',
  mode: 'default',
  verdict: 'ask',
  atMs: 1_000,
  ...over,
});

function records(nowMs = 1_000) {
  const clock = { nowMs };
  return { clock, records: new CallRecords(() => clock.nowMs) };
}

describe('a record', () => {
  it('is good for one call', () => {
    const { records: all } = records();
    all.add(record());
    expect(all.take('toolu_1', 'hash')).toEqual(record());
    expect(all.take('toolu_1', 'hash')).toBeUndefined();
  });

  it.each<[string, string | undefined, string]>([
    ['another call', 'toolu_2', 'hash'],
    ['no call', undefined, 'hash'],
    ['another input', 'toolu_1', 'other'],
  ])('is not for %s', (_name, id, hash) => {
    const { records: all } = records();
    all.add(record());
    expect(all.take(id, hash)).toBeUndefined();
  });

  it('is used up by a call with another input', () => {
    const { records: all } = records();
    all.add(record());
    all.take('toolu_1', 'other');
    expect(all.take('toolu_1', 'hash')).toBeUndefined();
  });

  it.each([
    [0, true],
    [RECORD_LIMIT_MS, true],
    [RECORD_LIMIT_MS + 1, false],
    [-1, false],
  ])('after %d ms: good is %s', (ageMs, isGood) => {
    const { clock, records: all } = records();
    all.add(record());
    clock.nowMs += ageMs;
    expect(all.take('toolu_1', 'hash') !== undefined).toBe(isGood);
  });

  it('of the same call replaces the older one', () => {
    const { records: all } = records();
    all.add(record({ verdict: 'allow' }));
    all.add(record({ verdict: 'ask' }));
    expect(all.take('toolu_1', 'hash')?.verdict).toBe('ask');
  });

  it('is forgotten when thousands come after it', () => {
    const { records: all } = records();
    for (let i = 0; i < 1_001; i += 1) all.add(record({ toolUseId: `toolu_${i}` }));
    expect(all.take('toolu_0', 'hash')).toBeUndefined();
    expect(all.take('toolu_1000', 'hash')).toBeDefined();
  });
});

describe('the hash of an input', () => {
  it.each([
    [
      { a: 1, b: { c: [1, { d: 2, e: 3 }] } },
      { b: { c: [1, { e: 3, d: 2 }] }, a: 1 },
    ],
    [{}, {}],
  ])('does not depend on the order of keys: %j', (one, other) => {
    expect(canonicalHash(one)).toBe(canonicalHash(other));
  });

  it.each([
    [{ code: 'ls' }, { code: 'ls ' }],
    [{ code: '1' }, { code: 1 }],
    [{ list: ['a', 'b'] }, { list: ['b', 'a'] }],
    [{ a: null }, {}],
    [
      ['ctx_execute', {}],
      ['ctx_index', {}],
    ],
  ])('tells %j and %j apart', (one, other) => {
    expect(canonicalHash(one)).not.toBe(canonicalHash(other));
  });

  it('of what is nested too deeply fits nothing, not even itself', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i += 1) deep = [deep];
    expect(canonicalHash(deep)).not.toBe(canonicalHash(deep));
  });
});
