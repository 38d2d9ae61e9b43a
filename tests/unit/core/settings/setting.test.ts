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
