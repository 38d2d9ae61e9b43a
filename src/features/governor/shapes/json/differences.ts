import { rareOf, type Unusual, unusualIn } from '../values/unusual.ts';
import type { Node } from './tree.ts';
import type { Place, Step } from './unit.ts';

/** Names under which something is told that went wrong. */
const TROUBLE_KEY =
  /^(?:errors?|err|exception|failures?|failure_?messages?|stack_?trace|traceback|error_?(?:message|code|msg)|stderr|failed_?reason|last_?error)$/i;
const NAMED_KEYS = 6;

/** A path in words: the steps without the number of the document. */
export const nameOf = (steps: readonly Step[]): string =>
  steps.reduce<string>(
    (name, step) => (typeof step === 'number' ? `${name}[${step}]` : name === '' ? step : `${name}.${step}`),
    '',
  );

/** Objects whose keys differ from those that nearly all others at their place have. */
function* keyDifferences(node: Node): Generator<Unusual<Place>> {
  const total = node.column.countOf('object');
  const usual = [...node.keySets.values()].reduce<readonly string[]>(
    (best, { keys, count }) => (count > total / 2 ? keys : best),
    [],
  );
  for (const [, { places, keys, count }] of rareOf(node.keySets, total)) {
    // Without a usual set of keys every one is as good as another.
    if (usual.length === 0) continue;
    const extra = keys.filter((key) => !usual.includes(key)).slice(0, NAMED_KEYS);
    const lacks = usual.filter((key) => !keys.includes(key)).slice(0, NAMED_KEYS);
    const parts = [
      extra.length > 0 ? `has ${extra.join(', ')}` : '',
      lacks.length > 0 ? `lacks ${lacks.join(', ')}` : '',
    ];
    const why = parts.filter((part) => part !== '').join(', ');
    if (why === '') continue;
    const key = extra[0];
    for (const place of places)
      yield {
        place: key === undefined ? place : { unit: place.unit, path: [...place.path, key] },
        why,
        weight: 1 - count / total + 0.2,
      };
  }
}

/** Values under a name of trouble, where some or most records have none. */
function* troubleValues(key: string, node: Node, parentCount: number): Generator<Unusual<Place>> {
  if (!TROUBLE_KEY.test(key)) return;
  const { column } = node;
  const kinds = (['text', 'object', 'list', 'number'] as const).filter(
    (kind) => kind !== 'number' || column.numbers.max > 0,
  );
  for (const kind of kinds) {
    const found = column.kinds.get(kind);
    if (found === undefined || (found.count === parentCount && parentCount > 3)) continue;
    for (const place of found.places)
      yield { place, why: key, weight: 1.6 - found.count / Math.max(1, parentCount) / 2 };
  }
}

/** What is unlike the rest below a node, in no order. */
export function* differencesIn(node: Node, name: string): Generator<Unusual<Place>> {
  yield* keyDifferences(node);
  const objects = node.column.countOf('object');
  for (const [key, child] of node.keys) {
    yield* troubleValues(key, child, objects);
    yield* unusualIn(key, child.column);
    yield* differencesIn(child, key);
  }
  if (node.elements === undefined) return;
  yield* unusualIn(name === '' ? 'element' : name, node.elements.column);
  yield* differencesIn(node.elements, name);
}
