import { LETTERS } from '../words/letters.ts';
import { oneLine } from './shown-words.ts';

/** Paths with other characters are written out: in a group they could not be told apart. */
const SIMPLE = new RegExp(`^[${LETTERS}\\d_@./+~-]+$`);

interface Parts {
  /** Ends with `/`, or is empty. */
  readonly folder: string;
  readonly name: string;
  /** From the first dot of the name on: `.test.ts`. */
  readonly suffix: string;
}

function partsOf(path: string): Parts {
  const slash = path.lastIndexOf('/') + 1;
  const base = path.slice(slash);
  const dot = base.indexOf('.', 1);
  return {
    folder: path.slice(0, slash),
    name: dot < 0 ? base : base.slice(0, dot),
    suffix: dot < 0 ? '' : base.slice(dot),
  };
}

function commonFolder(folders: readonly string[]): string {
  const [first = '', ...rest] = folders;
  const parts = first.split('/').slice(0, -1);
  let length = parts.length;
  for (const folder of rest) {
    const other = folder.split('/');
    while (length > 0 && parts.slice(0, length).join('/') !== other.slice(0, length).join('/')) length -= 1;
  }
  return length === 0 ? '' : `${parts.slice(0, length).join('/')}/`;
}

/** `folder/{a,sub/b}.ts` of paths that end alike. */
function braced(paths: readonly Parts[]): string {
  const [first] = paths;
  if (first === undefined) return '';
  if (paths.length === 1) return first.folder + first.name + first.suffix;
  const common = commonFolder(paths.map(({ folder }) => folder));
  const inside = paths.map(({ folder, name }) => folder.slice(common.length) + name);
  return `${common}{${inside.join(',')}}${first.suffix}`;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

const topOf = ({ folder }: Parts): string => folder.slice(0, folder.indexOf('/') + 1);

/**
 * The paths, shortly: those that end alike and lie in one tree stand together as `src/{a,b/c}.ts`, whichever way of grouping
 * them is shorter. Every path can be read from it. In the order of the first of each group.
 */
export function groupPaths(paths: readonly string[]): readonly string[] {
  const simple = paths.filter((path) => SIMPLE.test(path)).map(partsOf);
  const others = paths.filter((path) => !SIMPLE.test(path)).map((path) => `"${oneLine(path)}"`);
  const trees = grouped(simple, (path) => `${topOf(path)} ${path.suffix}`);
  return [
    ...trees.flatMap((tree) => {
      const whole = braced(tree);
      const byFolder = grouped(tree, ({ folder }) => folder).map(braced);
      return whole.length <= byFolder.join(' ').length ? [whole] : byFolder;
    }),
    ...others,
  ];
}
