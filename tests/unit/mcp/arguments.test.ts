import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerBytes, integerUpTo, maxBytes, parseArguments, shown, textList } from '#mcp/arguments.ts';
import { TOOLS } from '#mcp/tools/index.ts';

const SCHEMA = z.strictObject({
  count: integerUpTo(1, 20).optional(),
  queries: textList(1, 3).optional(),
  kind: z.enum(['doc', 'code']).optional(),
  max_bytes: maxBytes,
});
const parse = (args: unknown) => parseArguments(SCHEMA, args, 'ctx_test');

it.each([
  [{ count: 5 }, { count: 5 }],
  [{ count: '5' }, { count: 5 }],
  [{ count: '21' }, { count: 20 }],
  [{ count: 1e12 }, { count: 20 }],
  [{ count: ' 5 ' }, { count: 5 }],
  [{ count: '5.0' }, { count: 5 }],
  [{ count: null, kind: 'doc' }, { kind: 'doc' }],
  [{ queries: '["a",5]' }, { queries: ['a', '5'] }],
  [{ queries: [7] }, { queries: ['7'] }],
  [{ queries: ['a', 'b'] }, { queries: ['a', 'b'] }],
  [{ queries: '["a","b"]' }, { queries: ['a', 'b'] }],
  [{ queries: ' ["a"] ' }, { queries: ['a'] }],
  [{ queries: 'one question' }, { queries: ['one question'] }],
  [{ queries: '[broken' }, { queries: ['[broken'] }],
  [{ queries: '"quoted"' }, { queries: ['"quoted"'] }],
  [{ max_bytes: 1 }, { max_bytes: 256 }],
  [{ max_bytes: '1000000' }, { max_bytes: 32_768 }],
  [{ max_bytes: 1000.6 }, { max_bytes: 1001 }],
  [{ max_bytes: -5 }, { max_bytes: 256 }],
  [{}, {}],
  [undefined, {}],
  [null, {}],
])('%j is understood as %j', (args, parsed) => {
  expect(parse(args)).toEqual(parsed);
});

it.each([
  [{ count: 'five' }, /^ctx_test: count is "five"; expected/],
  [{ count: 0 }, /count is 0; at least 1/],
  [{ count: 1.5 }, /count is 1\.5; expected int/],
  [{ count: true }, /count is true; expected/],
  [{ queries: [] }, /queries is \[\]; at least 1/],
  [{ queries: ['a', 'b', 'c', 'd'] }, /queries is .*; at most 3/],
  [{ queries: ['a', true] }, /queries\.1 is true; expected string/],
  [{ queries: { a: 1 } }, /queries is \{"a":1\}; expected array/],
  [{ kind: 'Doc' }, /kind is "Doc"; accepted: doc, code/],
  [{ max_bytes: 'much' }, /max_bytes is "much"; expected/],
  [{ colour: 'red', size: 1 }, /colour is "red", size is 1; unknown, accepted: count, queries/],
  ['text', /ctx_test: arguments is "text"; expected object/],
  [[1], /arguments is \[1\]; expected object/],
  [{ count: 'x'.repeat(500) }, /count is "x{79}…; expected/],
])('%j is refused, with field, value and what is accepted', (args, message) => {
  expect(() => parse(args)).toThrow(
    expect.objectContaining({ code: 'ARGUMENT_INVALID', message: expect.stringMatching(message) }),
  );
});

it('names every wrong argument at once', () => {
  expect(() => parse({ count: 'x', kind: 'y' })).toThrow(/count is "x".*; kind is "y"/);
});

it('a required argument that is missing is called so', () => {
  const execute = TOOLS.find(({ name }) => name === 'ctx_execute');
  expect(() => parseArguments(execute?.input ?? SCHEMA, {}, 'ctx_execute')).toThrow(
    /code is missing; expected string/,
  );
});

it('__proto__ is an unknown argument like any other', () => {
  expect(() => parse(JSON.parse('{"__proto__":{"x":1}}'))).not.toThrow(TypeError);
  expect(({} as { x?: number }).x).toBeUndefined();
});

describe('the size of an answer', () => {
  it.each([
    [undefined, 4096],
    [300, 300],
  ])('asked for %s is %d bytes', (asked, bytes) => {
    expect(answerBytes(asked)).toBe(bytes);
  });
});

it('names a value without cutting a character', () => {
  for (let lead = 70; lead < 85; lead += 1)
    expect(shown('x'.repeat(lead) + '😀'.repeat(40))).not.toMatch(/\p{Surrogate}/u);
});
