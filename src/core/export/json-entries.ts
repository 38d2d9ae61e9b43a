import type { JsonEntry } from './foreign-file.ts';
import { itemsOf, layoutOf, withItem, withoutItem, withValue } from './json-change.ts';
import { type JsonFault, type JsonNode, memberOf, parseJsonTree, placeOf, plainValue } from './json-tree.ts';

type ObjectNode = Extract<JsonNode, { readonly kind: 'object' }>;
type ArrayNode = Extract<JsonNode, { readonly kind: 'array' }>;

/** What came of an edit: the new text, or what stands in its way. */
export type EditResult =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'fault' } & JsonFault);

const isFault = (found: JsonNode | JsonFault): found is JsonFault => 'reason' in found;

/** Thrown inside this file alone, so that a path need not be checked at every step. */
class Refusal extends Error {
  readonly fault: JsonFault;
  constructor(fault: JsonFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

const refuse = (text: string, node: JsonNode, path: readonly string[], wanted: string): Refusal =>
  new Refusal({ ...placeOf(text, node.start), reason: `"${path.join('.')}" is no ${wanted}` });

function rootOf(text: string): ObjectNode {
  const root = parseJsonTree(text);
  if (isFault(root)) throw new Refusal(root);
  if (root.kind !== 'object')
    throw new Refusal({ ...placeOf(text, root.start), reason: 'the outermost value is no object' });
  return root;
}

/** The same value, whatever the order of the members. */
function isSame(a: unknown, b: unknown): boolean {
  return sorted(a) === sorted(b);
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : each,
  );

/** Any text in the value holds all of the marks. */
function bearsMarks(value: unknown, marks: readonly string[]): boolean {
  if (typeof value === 'string') return marks.every((mark) => value.includes(mark));
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((each) => bearsMarks(each, marks));
}

/** The node at a path; undefined where something on the way is missing. */
function find(text: string, path: readonly string[]): JsonNode | undefined {
  let node: JsonNode = rootOf(text);
  for (const [depth, key] of path.entries()) {
    if (node.kind !== 'object') throw refuse(text, node, path.slice(0, depth), 'object');
    const member = memberOf(node, key);
    if (member === undefined) return undefined;
    node = member.node;
  }
  return node;
}

function parentOf(text: string, path: readonly string[]): ObjectNode | undefined {
  const above = path.slice(0, -1);
  const node = find(text, above);
  if (node !== undefined && node.kind !== 'object') throw refuse(text, node, above, 'object');
  return node;
}

/** The text with a value at a path where none is; objects on the way are made. */
function create(text: string, path: readonly string[], value: unknown): string {
  const root = rootOf(text);
  const layout = layoutOf(text, root);
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const above = depth === 0 ? root : find(text, path.slice(0, depth));
    if (above === undefined) continue;
    if (above.kind !== 'object') throw refuse(text, above, path.slice(0, depth), 'object');
    const whole = path.slice(depth + 1).reduceRight((inner: unknown, key) => ({ [key]: inner }), value);
    return withItem(text, above, path[depth], whole, layout);
  }
  return text;
}

function setMember(text: string, path: readonly string[], value: unknown): string {
  const node = find(text, path);
  if (node === undefined) return create(text, path, value);
  return isSame(plainValue(node), value) ? text : withValue(text, node, value, layoutOf(text, rootOf(text)));
}

function listAt(text: string, path: readonly string[]): ArrayNode | undefined {
  const node = find(text, path);
  if (node !== undefined && node.kind !== 'array') throw refuse(text, node, path, 'list');
  return node;
}

const ownIn = (list: ArrayNode, marks: readonly string[]): readonly JsonNode[] =>
  list.elements.filter((element) => bearsMarks(plainValue(element), marks));

function setElements(
  text: string,
  { path, values, marks }: Extract<JsonEntry, { readonly kind: 'elements' }>,
): string {
  const list = listAt(text, path);
  if (list === undefined) return create(text, path, values);
  const own = ownIn(list, marks);
  if (own.length === values.length && own.every((node, i) => isSame(plainValue(node), values[i])))
    return text;
  let edited = removeElements(text, path, marks);
  for (const value of values) {
    const now = listAt(edited, path);
    if (now !== undefined) edited = withItem(edited, now, undefined, value, layoutOf(edited, rootOf(edited)));
  }
  return edited;
}

function removeElements(text: string, path: readonly string[], marks: readonly string[]): string {
  for (let edited = text; ; ) {
    const list = listAt(edited, path);
    const own = list === undefined ? undefined : ownIn(list, marks).at(-1);
    if (list === undefined || own === undefined) return edited;
    edited = withoutItem(edited, list, own);
  }
}

function removeMember(text: string, path: readonly string[]): string {
  const parent = parentOf(text, path);
  const member = parent === undefined ? undefined : memberOf(parent, path.at(-1) ?? '');
  return parent === undefined || member === undefined ? text : withoutItem(text, parent, member);
}

/** Without the containers on a path that hold nothing and were not there before. */
function prune(text: string, path: readonly string[], before: string): string {
  let edited = text;
  for (let depth = path.length; depth > 0; depth -= 1) {
    const part = path.slice(0, depth);
    const node = find(edited, part);
    if (node === undefined) continue;
    const isBare = node.kind !== 'scalar' && /^[[{]\s*[\]}]$/.test(edited.slice(node.start, node.end));
    if (!isBare || itemsOf(node).length > 0 || find(before, part) !== undefined) return edited;
    edited = removeMember(edited, part);
  }
  return edited;
}

function edit(change: () => string): EditResult {
  try {
    return { kind: 'text', text: change() };
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return { kind: 'fault', ...thrown.fault };
  }
}

/** An empty file counts as an object without members. */
const filled = (text: string): string =>
  /^\uFEFF?\s*$/.test(text) ? `${text.startsWith('\uFEFF') ? '\uFEFF' : ''}{}\n` : text;

/** The text with all entries as they are to be. Where they are already, it is the same text. */
export function withEntries(text: string, entries: readonly JsonEntry[]): EditResult {
  return edit(() =>
    entries.reduce((now, entry) => {
      if (entry.kind === 'member') return setMember(now, entry.path, entry.value);
      if (entry.kind === 'elements') return setElements(now, entry);
      return find(now, entry.path) === undefined ? create(now, entry.path, entry.value) : now;
    }, filled(text)),
  );
}

/** What stood at the path before, put back as it was written; else the member goes. */
function takeBack(text: string, entry: JsonEntry, before: string): string {
  if (entry.kind === 'elements') return removeElements(text, entry.path, entry.marks);
  const former = find(before, entry.path);
  const now = find(text, entry.path);
  if (former === undefined || now === undefined) return removeMember(text, entry.path);
  return text.slice(0, now.start) + before.slice(former.start, former.end) + text.slice(now.end);
}

/** Whether a default is ours to take: it was not there before, is as we set it, and nothing came since that needs it. */
function isOurDefault(text: string, entry: JsonEntry, before: string, all: readonly JsonEntry[]): boolean {
  const now = find(text, entry.path);
  const isNew = (key: string): boolean =>
    find(text, [key]) !== undefined && find(before, [key]) === undefined;
  const isNeeded = all.some(({ kind, path }) => kind !== 'default' && isNew(path[0]));
  return (
    entry.kind === 'default' &&
    !isNeeded &&
    now !== undefined &&
    isSame(plainValue(now), entry.value) &&
    find(before, entry.path) === undefined
  );
}

/** The text without our entries; `before` is the text as it was found first, empty when there was no file. */
export function withoutEntries(text: string, entries: readonly JsonEntry[], before: string): EditResult {
  const base = filled(before);
  return edit(() => {
    const rest = entries
      .filter(({ kind }) => kind !== 'default')
      .reduceRight((now, entry) => {
        const containers = entry.kind === 'elements' ? entry.path : entry.path.slice(0, -1);
        return prune(takeBack(now, entry, base), containers, base);
      }, filled(text));
    return entries.reduceRight(
      (now, entry) => (isOurDefault(now, entry, base, entries) ? removeMember(now, entry.path) : now),
      rest,
    );
  });
}
