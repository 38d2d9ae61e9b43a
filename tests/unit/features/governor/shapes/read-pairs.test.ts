import { expect, it } from 'vitest';
import { literals, yaml } from '#features/governor/shapes/pairs/read-pairs.ts';

it.each([
  ['name: shop', 'name', 'shop'],
  ['  - id: 7', 'id', '7'],
  ['- - deep:', 'deep', ''],
  ['image: "a: b" # why', 'image', 'a: b'],
  ["'quoted key': 'x'", 'quoted key', 'x'],
  ['/orders/{id}:', undefined, ''],
  ['/orders:\t get', '/orders', 'get'],
  ['x-y.z:   1   # one', 'x-y.z', '1'],
  ['größe: 3', 'größe', '3'],
  ['a:b: c', undefined, ''],
  [`${'k'.repeat(81)}: 1`, 'k'.repeat(81), '1'],
  [`${'k'.repeat(82)}: 1`, undefined, ''],
  ['http://host/a', undefined, ''],
  ['--- a: b', undefined, ''],
  ['', undefined, ''],
])('a line of YAML: %j', (line, key, value) => {
  expect(yaml.pairsIn(line)).toEqual(key === undefined ? [] : [{ key, value }]);
});

it.each([
  ["  { id: 7, 'full name': 'a, b', tags: [ 'x' ] }", ['id 7', 'full name a, b', 'tags ']],
  ['{"a": 1, "b": None}', ['a 1', 'b None']],
  ['  at: 10:30,', ['at 10:30']],
  ['said: "no', ['said no']],
  ['words before key: 1', []],
])('a line of a printed object: %j', (line, found) => {
  expect(literals.pairsIn(line).map(({ key, value }) => `${key} ${value}`)).toEqual(found);
});
