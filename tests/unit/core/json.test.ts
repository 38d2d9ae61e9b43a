import { expect, it } from 'vitest';
import { isRecord, parseCommentedJson, parseJson, stringField } from '#core/json.ts';

it.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  ['a', false],
  [undefined, false],
])('%j is a record: %s', (value, expected) => {
  expect(isRecord(value)).toBe(expected);
});

it('gives undefined for what is no JSON, and for a field of another type', () => {
  expect(parseJson('{"a":')).toBeUndefined();
  expect(parseJson('{"a":1}')).toEqual({ a: 1 });
  expect(stringField({ a: 1 }, 'a')).toBeUndefined();
  expect(stringField({ a: 'x' }, 'a')).toBe('x');
});

it('a __proto__ key stays data', () => {
  const parsed = parseJson('{"__proto__":{"polluted":true}}');
  expect(isRecord(parsed)).toBe(true);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

it.each([
  ['{"a":1}', { a: 1 }],
  ['\uFEFF{\r\n  // how\r\n  "a": 1, /* why */\r\n}\r\n', { a: 1 }],
  ['{"a":["x",],}', { a: ['x'] }],
  ['{"a":"// no comment, \\" /* either */ ,]"}', { a: '// no comment, " /* either */ ,]' }],
  ['{"a":"http://e.invalid/x",/* , */}', { a: 'http://e.invalid/x' }],
  ['{"a":', undefined],
  ['nothing', undefined],
])('%j is a file that people edit', (text, value) => {
  expect(parseCommentedJson(text)).toEqual(value);
});
