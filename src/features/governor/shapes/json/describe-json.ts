import { formatCount } from '#core/units.ts';
import { describeColumn, toNotes } from '../values/describe-column.ts';
import type { JsonScan } from './scan-json.ts';
import type { Node } from './tree.ts';

const TOP_KEYS = 40;
const COLUMNS = 60;
const COLLECTIONS = 6;
/** Keys of objects inside records are told down to here. */
const DEEPEST = 3;

const plural = (count: number, one: string): string =>
  `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`;

/** What the elements are, in a word. */
function wordOf(node: Node | undefined): string {
  const kinds = [...(node?.column.kinds ?? [])].sort((a, b) => b[1].count - a[1].count);
  const kind = kinds[0]?.[0];
  if (kind === undefined || kinds.length > 2) return 'value';
  return kind === 'yes or no' || kind === 'null' || kind === 'empty' ? 'value' : kind.replace('empty ', '');
}

/** `list of 20 objects`, `3`, `object (id, name)`. */
function summaryOf(node: Node): string {
  const { column, elements } = node;
  if (elements !== undefined)
    return `${node.isTable ? 'object' : 'list'} of ${plural(node.elementCount, wordOf(elements))}`;
  if (column.countOf('object') > 0) return `object (${[...node.keys.keys()].slice(0, 8).join(', ')})`;
  if (column.countOf('empty list') > 0) return 'empty list';
  const value = [...(column.values?.keys() ?? [])][0];
  return value ?? [...column.kinds.keys()][0] ?? '';
}

function headline(root: Node, { documents, isCut }: JsonScan): string {
  const top = root.elements;
  if (top === undefined) return '';
  const end = isCut ? ', cut off at its end' : '';
  if (documents > 1) return `JSON: ${plural(documents, 'document')}${end}`;
  if (top.elements !== undefined) return `JSON: ${summaryOf(top)}${end}`;
  const keys = [...top.keys].slice(0, TOP_KEYS).map(([key, node]) => `${key}: ${summaryOf(node)}`);
  return `JSON: object with ${plural(top.keys.size, 'key')}${end}: ${keys.join('; ').slice(0, 600)}`;
}

function* columnsOf(node: Node, prefix: string, total: number, depth: number): Generator<string> {
  for (const [key, child] of node.keys) {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const objects = child.column.countOf('object');
    if (objects > 0 && child.keys.size > 0 && depth < DEEPEST)
      yield* columnsOf(child, name, total, depth + 1);
    else if (child.elements !== undefined) yield `${name}[] ${formatCount(child.elementCount)} in all`;
    else yield describeColumn(name, child.column, total);
  }
}

interface Collection {
  readonly name: string;
  readonly node: Node;
  readonly count: number;
}

/** Places where several objects lie, biggest first. */
function* collectionsIn(node: Node, name: string, depth: number): Generator<Collection> {
  if (depth > 8) return;
  const { elements } = node;
  if (elements !== undefined) {
    const count = elements.column.countOf('object');
    const inner = `${name}[]`;
    if (count > 1 && elements.keys.size > 0) yield { name: inner, node: elements, count };
    yield* collectionsIn(elements, inner, depth + 1);
  }
  for (const [key, child] of node.keys)
    yield* collectionsIn(child, name === '' ? key : `${name}.${key}`, depth + 1);
}

/** What JSON documents hold, most important first. */
export function describeJson(root: Node, scan: JsonScan): readonly string[] {
  const top = root.elements;
  if (top === undefined) return [];
  const from = scan.documents > 1 ? root : top;
  const all = [...collectionsIn(from, '', 0)].sort(
    (a, b) => b.count * b.node.keys.size - a.count * a.node.keys.size,
  );
  const notes = all
    .slice(0, COLLECTIONS)
    .flatMap(({ name, node, count }) =>
      toNotes(`${name} (${formatCount(count)}): `, [...columnsOf(node, '', count, 0)].slice(0, COLUMNS)),
    );
  return [headline(root, scan), ...notes].filter((note) => note !== '');
}
