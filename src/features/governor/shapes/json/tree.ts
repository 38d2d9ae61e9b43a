import { Column, type Kind, type Tally, tally } from '../values/column.ts';
import type { Place, Step, Unit } from './unit.ts';

/** Names that are kept; what is deeper or beyond is not looked at. */
const MOST_NODES = 1_500;
const DEEPEST = 12;
const MOST_KEY_SETS = 64;
/** An object with so many members of one kind is a table whose keys are data. */
const TABLE_KEYS = 20;

/** The keys that an object has. */
interface KeySet extends Tally<Place> {
  readonly keys: readonly string[];
}

/** All values that lie at one path, with indices and keys that are data left out. */
export class Node {
  readonly column = new Column<Place>();
  readonly keys = new Map<string, Node>();
  /** What elements of lists, and members of tables, are like. */
  elements: Node | undefined;
  /** How many elements all lists here have together. */
  elementCount = 0;
  readonly keySets = new Map<number, KeySet>();
  isTable = false;
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }
}

const kindOf = (value: unknown): Kind => {
  if (value === null) return 'null';
  if (typeof value === 'string') return value === '' ? 'empty' : 'text';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'yes or no';
  if (Array.isArray(value)) return value.length === 0 ? 'empty list' : 'list';
  return 'object';
};

const plainOf = (value: unknown): string | number | undefined => {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number') return value;
  return typeof value === 'boolean' ? String(value) : undefined;
};

/** Collects what the values of JSON documents have in common, path by path, in bounded memory. */
export class Tree {
  /** Its elements are the documents. */
  readonly root = new Node(0);
  private nodes = 1;
  private readonly opened = new Set<Node>();
  private readonly path: Step[] = [];
  private unit: Unit = { kind: 'document', from: 0, to: 0, base: [], first: 0 };

  private readonly here = (): Place => ({ unit: this.unit, path: [...this.path] });

  /** @param value the parsed unit */
  add(unit: Unit, value: unknown): void {
    this.unit = unit;
    this.path.length = 0;
    const depth = unit.base.length;
    if (unit.kind === 'document') {
      const node = this.elementsOf(this.root, 1);
      if (node !== undefined) this.walk(node, value, 1);
      return;
    }
    const container = this.nodeAt(unit.base);
    if (container === undefined) return;
    if (!this.opened.has(container)) {
      this.opened.add(container);
      container.column.add(unit.kind, undefined, this.here);
    }
    if (Array.isArray(value)) this.walkList(container, value, depth);
    else if (typeof value === 'object' && value !== null) this.walkMembers(container, value, depth);
  }

  private nodeAt(base: readonly Step[]): Node | undefined {
    let node: Node | undefined = this.root;
    for (const step of base) {
      if (node === undefined) return undefined;
      const isElement: boolean = typeof step === 'number' || node.isTable;
      node = isElement ? this.elementsOf(node, 0) : this.child(node, String(step));
    }
    return node;
  }

  private walk(node: Node, value: unknown, depth: number): void {
    node.column.add(kindOf(value), plainOf(value), this.here);
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
    if (Array.isArray(value)) this.walkList(node, value, depth);
    else {
      const sum = this.walkMembers(node, value, depth);
      if (!node.isTable) this.noteKeys(node, sum, value);
    }
  }

  private walkList(node: Node, list: readonly unknown[], depth: number): void {
    const elements = list.length === 0 ? undefined : this.elementsOf(node, list.length);
    if (elements === undefined) return;
    for (const [i, each] of list.entries()) {
      this.path.push(i);
      this.walk(elements, each, depth + 1);
      this.path.pop();
    }
  }

  /** Returns a number for the names of the members. */
  private walkMembers(node: Node, object: object, depth: number): number {
    const members = object as Readonly<Record<string, unknown>>;
    if (node.keys.size === 0) node.isTable ||= isTable(Object.values(members));
    const elements = node.isTable ? this.elementsOf(node, Object.keys(members).length) : undefined;
    let sum = 0;
    for (const key in members) {
      const child = elements ?? this.child(node, key);
      sum = (sum + Math.imul((child?.id ?? 1) + 1, 0x9e3779b1)) >>> 0;
      if (child === undefined) continue;
      this.path.push(key);
      this.walk(child, members[key], depth + 1);
      this.path.pop();
    }
    return sum;
  }

  private noteKeys(node: Node, sum: number, object: object): void {
    const known = node.keySets.get(sum);
    if (known !== undefined) known.count += 1;
    else if (node.keySets.size < MOST_KEY_SETS)
      node.keySets.set(sum, { count: 1, keys: Object.keys(object).slice(0, 200), places: [this.here()] });
    if (known !== undefined && known.places.length < 2) known.places.push(this.here());
  }

  private elementsOf(node: Node, count: number): Node | undefined {
    node.elementCount += count;
    node.elements ??= this.make();
    return node.elements;
  }

  private child(node: Node, key: string): Node | undefined {
    const known = node.keys.get(key);
    if (known !== undefined) return known;
    const made = this.make();
    if (made !== undefined) node.keys.set(key, made);
    return made;
  }

  private make(): Node | undefined {
    if (this.nodes >= MOST_NODES) return undefined;
    this.nodes += 1;
    return new Node(this.nodes);
  }
}

function isTable(values: readonly unknown[]): boolean {
  if (values.length < TABLE_KEYS) return false;
  const kinds = new Map<Kind, Tally<boolean>>();
  for (const value of values) tally(kinds, kindOf(value), () => true);
  const most = Math.max(...[...kinds.values()].map(({ count }) => count));
  return most >= values.length * 0.9;
}
