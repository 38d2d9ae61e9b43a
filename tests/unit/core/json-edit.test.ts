import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueText, withMember, withoutMember, withValueText } from '#core/json-edit.ts';

const KEY = 'statusLine';
const VALUE = { type: 'command', command: 'node "x"' };

/** A JSON object in some layout. */
const texts = fc
  .tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 2, 4, '\t'), fc.boolean())
  .map(([object, indent, hasKey]) => {
    const { [KEY]: _none, ...rest } = object;
    return JSON.stringify(hasKey ? { a: 1, [KEY]: { command: 'before' }, ...rest } : rest, null, indent);
  });

describe('for every object in every layout', () => {
  it('the value is the new one, and all else is as it was', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const edited = withMember(text, KEY, VALUE) ?? '';
        expect(JSON.parse(edited)).toEqual({ ...(JSON.parse(text) as object), [KEY]: VALUE });
      }),
    );
  });

  it('the way back gives the same characters', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const before = valueText(text, KEY);
        const edited = withMember(text, KEY, VALUE) ?? '';
        const back = before === undefined ? withoutMember(edited, KEY) : withValueText(edited, KEY, before);
        if (text !== '{}') expect(back).toBe(text);
        expect(JSON.parse(back ?? '')).toEqual(JSON.parse(text));
      }),
    );
  });
});

it('comments, line ends and escapes stay', () => {
  const text = '{ // mine: {"a"\r\n  "\\u0061": "}\\"", /* , */\r\n  "b": [1, {"c": "]"}] // end\r\n}';
  const edited = withMember(text, KEY, 1) ?? '';
  expect(edited).toBe(text.replace(' // end', ',\n  "statusLine": 1 // end'));
  expect(withoutMember(edited, KEY)).toBe(text);
});

it('the first of several members can be taken out', () => {
  expect(withoutMember('{ "statusLine": 1, "b": 2 }', KEY)).toBe('{ "b": 2 }');
  expect(withoutMember('{ "statusLine": 1 }', KEY)).toBe('{}');
});

it('of a key that stands there twice the last counts, as in JSON.parse', () => {
  expect(valueText('{"statusLine":1,"statusLine":2}', KEY)).toBe('2');
});

it.each([
  '',
  '[]',
  '"x"',
  '{',
  '{"a"}',
  '{"a":}',
  '{"a":1,,}',
  '{"a":"x}',
  '{"a":[1}',
  '{a:1}',
  '{"a":1 / 2}',
])('%j is no object', (text) => {
  expect(withMember(text, KEY, 1)).toBeUndefined();
});
