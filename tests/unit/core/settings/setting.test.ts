import { describe, expect, it } from 'vitest';
import {
  acceptedBy,
  fileValueOf,
  isNarrower,
  type Setting,
  textOf,
  variableOf,
} from '../../../../src/core/settings/setting.ts';
import { SETTINGS } from '../../../../src/core/settings/table.ts';
import { readNoteSettings } from '../../../../src/features/context/settings.ts';
import { readLineSettings } from '../../../../src/features/context/status-line/settings.ts';
import { readMemorySettings } from '../../../../src/features/memory/delivery/settings.ts';

const named = (key: string): Setting => {
  const setting = SETTINGS.find((known) => known.key === key);
  if (setting === undefined) throw new Error(`no setting ${key}`);
  return setting;
};

describe('a setting', () => {
  it('has a variable by its key', () => {
    expect(variableOf('governor.limitBytes')).toBe('PLIMSOLL_GOVERNOR_LIMIT_BYTES');
    expect(variableOf('search.throttle')).toBe('PLIMSOLL_SEARCH_THROTTLE');
  });

  it('has a key of its own, of a section and a name', () => {
    const keys = SETTINGS.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[a-z]+\.[a-zA-Z]+$/);
  });

  it('takes from a file what it accepts, and nothing else', () => {
    expect(textOf(named('governor.mode'), 'off')).toBe('off');
    expect(textOf(named('index.maxFiles'), 12)).toBe('12');
    expect(textOf(named('fetch.allowHosts'), ['a', 'b'])).toBe('a,b');
    for (const wrong of ['OFF', '', true, 1, null, ['off'], {}])
      expect(textOf(named('governor.mode'), wrong)).toBeUndefined();
    for (const wrong of [0, -1, 1.5, 1e21, Number.NaN, '12', null, [12]])
      expect(textOf(named('index.maxFiles'), wrong)).toBeUndefined();
    for (const wrong of ['a', [1], null]) expect(textOf(named('fetch.allowHosts'), wrong)).toBeUndefined();
  });

  it('makes of a text what a file holds', () => {
    expect(fileValueOf(named('index.maxFiles'), '12')).toBe(12);
    expect(fileValueOf(named('index.maxFiles'), '012')).toBeUndefined();
    expect(fileValueOf(named('governor.mode'), 'advise')).toBe('advise');
    expect(fileValueOf(named('governor.mode'), 'on')).toBeUndefined();
    expect(fileValueOf(named('fetch.allowHosts'), 'a:1, b:2')).toEqual(['a:1', 'b:2']);
  });

  it('takes no number out of its range, and no word that is not among its own', () => {
    for (const key of ['context.warnPercent', 'statusline.yellowPercent', 'statusline.redPercent']) {
      expect(acceptedBy(named(key))).toBe('a whole number from 1 to 99');
      expect([0, 1, 99, 100, 500].map((value) => textOf(named(key), value))).toEqual([
        undefined,
        '1',
        '99',
        undefined,
        undefined,
      ]);
    }
    expect(
      ['511', '512', '6000', '6001'].map((text) => fileValueOf(named('continuity.snapshotBytes'), text)),
    ).toEqual([undefined, 512, 6000, undefined]);
    const segments = named('statusline.segments');
    expect(fileValueOf(segments, 'cost, model')).toEqual(['cost', 'model']);
    for (const wrong of ['model,speed', 'speed', '']) expect(fileValueOf(segments, wrong)).toBeUndefined();
  });

  // Their features read some settings themselves, and give up on what they do not take.
  it('takes what its feature takes', () => {
    const variables = (key: string, value: string | number) => ({ [variableOf(key)]: String(value) });
    const readers = {
      'context.warnPercent': readNoteSettings,
      'statusline.yellowPercent': readLineSettings,
      'statusline.redPercent': readLineSettings,
      'statusline.segments': readLineSettings,
      'continuity.snapshotBytes': readMemorySettings,
      'continuity.guideBytes': readMemorySettings,
    } as const satisfies Record<string, (env: Record<string, string>, home: string) => unknown>;
    for (const [key, read] of Object.entries(readers)) {
      const { type } = named(key);
      const values =
        type.kind === 'list' ? (type.words ?? []) : type.kind === 'count' ? [type.from, type.to] : [];
      expect(values.length, key).toBeGreaterThan(1);
      for (const value of values)
        expect(() => read(variables(key, value ?? ''), '/nowhere'), key).not.toThrow();
      const wrong = type.kind === 'list' ? ['speed'] : [Number(values[0]) - 1, Number(values[1]) + 1];
      for (const value of wrong)
        expect(() => read(variables(key, value), '/nowhere'), key).toThrow(/accepted/);
    }
  });

  it('may be set by a project to less, never to more', () => {
    const mode = named('governor.mode');
    expect(isNarrower(mode, 'off', undefined)).toBe(true);
    expect(isNarrower(mode, 'advise', 'govern')).toBe(true);
    expect(isNarrower(mode, 'govern', 'off')).toBe(false);
    const limit = named('index.maxFiles');
    expect(isNarrower(limit, '5', '10')).toBe(true);
    expect(isNarrower(limit, '11', '10')).toBe(false);
    // What the user did not set is as it is built in, and no project asks for more than that either.
    for (const setting of SETTINGS.filter(({ type, isProjects }) => type.kind === 'count' && isProjects)) {
      expect(isNarrower(setting, setting.fallback, undefined), setting.key).toBe(true);
      expect(isNarrower(setting, `${Number(setting.fallback) + 1}`, undefined), setting.key).toBe(false);
    }
    expect(isNarrower(named('fetch.allowHosts'), 'x', undefined)).toBe(false);
  });

  it('says what it accepts', () => {
    for (const setting of SETTINGS) expect(acceptedBy(setting)).not.toBe('');
  });
});
