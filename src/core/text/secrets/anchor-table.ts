const CLASS_BITS = 6;
const SIGNS = '_-.:/=~%\\';

/** Class by byte, capitals as small letters; 0 for what no anchor holds. */
const CLASSES = Uint8Array.from({ length: 256 }, (_, code) => {
  const char = String.fromCharCode(code).toLowerCase();
  if (code < 128 && /[a-z]/.test(char)) return 1 + char.charCodeAt(0) - 97;
  if (code < 128 && /\d/.test(char)) return 27 + code - 48;
  return SIGNS.includes(char) ? 37 + SIGNS.indexOf(char) : 0;
});

/** Told of an anchor, by its place in the list, and where it ends. Returns where to go on; undefined: right behind. */
export type Found = (anchor: number, end: number) => number | undefined;

interface Node {
  readonly next: Map<number, Node>;
  /** Anchors that end here, by their places in the list; longer ones first. */
  ends: number[];
  back: Node | undefined;
  id: number;
}

const newNode = (): Node => ({ next: new Map(), ends: [], back: undefined, id: 0 });

function step(from: Node, kind: number): Node {
  for (let node = from; ; node = node.back) {
    const next = node.next.get(kind);
    if (next !== undefined) return next;
    if (node.back === undefined) return node;
  }
}

/** All nodes, the root first, each with where a miss goes on. */
function tree(anchors: readonly string[]): readonly Node[] {
  const root = newNode();
  for (const [place, anchor] of anchors.entries()) {
    let node = root;
    for (const byte of Buffer.from(anchor)) {
      const kind = CLASSES[byte] ?? 0;
      if (kind === 0) throw new Error(`the anchor ${anchor} holds a sign that has no class`);
      const known = node.next.get(kind) ?? newNode();
      node.next.set(kind, known);
      node = known;
    }
    node.ends.push(place);
  }
  const all = [root];
  for (const node of all)
    for (const [kind, child] of node.next) {
      child.back = node === root ? root : step(node.back ?? root, kind);
      child.ends = [...child.ends, ...child.back.ends];
      all.push(child);
    }
  return all;
}

/** Finds many short texts at once, whatever their case, in one look at every byte. To make it takes milliseconds. */
export class AnchorTable {
  private readonly next: Uint16Array;
  private readonly ends: readonly (readonly number[])[];
  /** States from here on are the ends of anchors. */
  private readonly firstEnd: number;

  constructor(anchors: readonly string[]) {
    const nodes = tree(anchors);
    const sorted = [
      ...nodes.filter(({ ends }) => ends.length === 0),
      ...nodes.filter(({ ends }) => ends.length > 0),
    ];
    if (sorted.length > 1 << (16 - CLASS_BITS)) throw new Error('there are too many anchors for 16 bits');
    for (const [id, node] of sorted.entries()) node.id = id;
    this.next = new Uint16Array(sorted.length << CLASS_BITS);
    // In the order of the tree: where a miss goes on is known before what goes on there.
    for (const { id, back, next } of nodes) {
      const row = id << CLASS_BITS;
      const fallback = (back?.id ?? 0) << CLASS_BITS;
      if (back !== undefined) this.next.copyWithin(row, fallback, fallback + (1 << CLASS_BITS));
      for (const [kind, child] of next) this.next[row + kind] = child.id << CLASS_BITS;
    }
    this.ends = sorted.map(({ ends }) => ends);
    this.firstEnd = sorted.findIndex(({ ends }) => ends.length > 0) << CLASS_BITS;
  }

  /** See Anchors. */
  scan(text: Uint8Array, found: Found): void {
    const { next, firstEnd } = this;
    let state = 0;
    for (let at = 0; at < text.length; ) {
      state = next[state + (CLASSES[text[at] ?? 0] ?? 0)] ?? 0;
      at += 1;
      if (state < firstEnd) continue;
      const goOn = this.tell(state, at, found);
      if (goOn === undefined) continue;
      at = goOn;
      state = 0;
    }
  }

  private tell(state: number, end: number, found: Found): number | undefined {
    for (const anchor of this.ends[state >> CLASS_BITS] ?? []) {
      const goOn = found(anchor, end);
      if (goOn !== undefined) return goOn;
    }
    return undefined;
  }
}
