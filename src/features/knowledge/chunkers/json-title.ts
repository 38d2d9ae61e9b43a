import type { Mark } from './packer.ts';
import { takeName, toTitle } from './title.ts';

/** A longer key is data, in bytes. */
const KEY_LIMIT = 80;
/** Keys that a title lists before it leaves the rest out. */
const KEYS_SHOWN = 12;

/** An object or array that is open at some place. */
export interface JsonFrame {
  readonly parent: JsonFrame | undefined;
  /** The element that it is; undefined for the outermost. */
  readonly via: JsonMark | undefined;
  readonly depth: number;
  readonly isArray: boolean;
  /** Elements so far. */
  count: number;
}

/** Where an element of a container begins: its key by place (empty in an array), or its index. */
export interface JsonMark extends Mark {
  readonly frame: JsonFrame;
  readonly index: number;
  keyStart: number;
  keyEnd: number;
}

const keyOf = (bytes: Buffer, mark: JsonMark): string =>
  takeName(
    bytes.toString('latin1', mark.keyStart, Math.min(mark.keyEnd, mark.keyStart + KEY_LIMIT + 4)),
    KEY_LIMIT,
  );

function pathOf(bytes: Buffer, mark: JsonMark | undefined): string {
  if (mark === undefined) return '';
  const above = pathOf(bytes, mark.frame.via);
  if (mark.frame.isArray) return `${above}[${mark.index}]`;
  return above === '' ? keyOf(bytes, mark) : `${above}.${keyOf(bytes, mark)}`;
}

/** `items[3-7]`, `scripts.build, test`: neighbours in one container. */
function groupPath(bytes: Buffer, group: readonly JsonMark[]): string {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined || first === last) return pathOf(bytes, first);
  if (first.frame.isArray) return `${pathOf(bytes, first.frame.via)}[${first.index}-${last.index}]`;
  const rest = group.slice(1, KEYS_SHOWN).map((mark) => keyOf(bytes, mark));
  return `${[pathOf(bytes, first), ...rest].join(', ')}${group.length > KEYS_SHOWN ? ', …' : ''}`;
}

/** An only element with an only child is titled by the child: `a.b` says more than `a`. Children of arrays are many. */
function onlyDescendant(mark: JsonMark, marks: readonly JsonMark[]): JsonMark {
  const children = marks.filter(({ frame }) => frame.via === mark);
  const [only] = children;
  if (only === undefined || children.length > 1 || only.frame.isArray) return mark;
  return onlyDescendant(only, marks);
}

/** Key paths of a passage's outermost elements, before them the one that it continues. */
export function jsonTitle(
  bytes: Buffer,
  marks: readonly JsonMark[],
  continued: JsonMark | undefined,
): string {
  const outermost = marks.reduce((level, mark) => Math.min(level, mark.level), Number.POSITIVE_INFINITY);
  const shown = marks.filter((mark) => mark.level === outermost);
  const paths = new Set<string>();
  if (continued !== undefined) paths.add(pathOf(bytes, continued));
  for (let from = 0; from < shown.length && paths.size < 4; ) {
    const frame = shown[from]?.frame;
    let to = from + 1;
    while (to < shown.length && shown[to]?.frame === frame) to += 1;
    const group = shown.slice(from, to);
    const [first] = group;
    const isOnly = group.length === 1 && first !== undefined && !first.frame.isArray;
    paths.add(groupPath(bytes, isOnly ? [onlyDescendant(first, marks)] : group));
    from = to;
  }
  paths.delete('');
  return toTitle([...paths].join(', '));
}
