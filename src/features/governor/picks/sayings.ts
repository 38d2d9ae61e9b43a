import { copyOf } from '../text/copy-of.ts';
import type { Block } from './block.ts';
import type { Likeness } from './pick.ts';

/** Of complaints that say the same about many places so many stand beside others, and so many are kept. */
const SHOWN = 3;
const KEPT = 24;
/** Different ones that are counted. */
const MOST = 200;

interface Saying {
  count: number;
  readonly blocks: Block[];
}

/** Counts complaints of one kind that say the very same, each about another place. */
export class Sayings {
  private readonly known = new Map<string, Saying>();

  /** Counts one more; false when enough of those that say this are kept. Empty: it says something of its own. */
  count(saying: string): boolean {
    if (saying === '') return true;
    const known = this.known.get(saying);
    if (known === undefined) {
      if (this.known.size < MOST) this.known.set(copyOf(saying), { count: 1, blocks: [] });
      return true;
    }
    known.count += 1;
    return known.count <= KEPT;
  }

  /** Call for each that is kept. */
  keep(block: Block): void {
    this.known.get(block.saying)?.blocks.push(block);
  }

  /** True when others say the same, and enough of them stand in front of this one. */
  isMore(block: Block): boolean {
    const { count = 0, blocks = [] } = this.known.get(block.saying) ?? {};
    return count > KEPT && blocks.indexOf(block) >= SHOWN;
  }

  /** The first of many stands for those that are not kept; undefined for all others. */
  likeness(block: Block): Likeness | undefined {
    const { count = 0, blocks = [] } = this.known.get(block.saying) ?? {};
    if (count <= KEPT || blocks[0] !== block) return undefined;
    return { count, kept: blocks.map(({ line }) => line.index) };
  }

  /** How many are not kept, but stood for by one that is shown. */
  stoodFor(isShown: (block: Block) => boolean): number {
    let sum = 0;
    for (const { count, blocks } of this.known.values())
      if (blocks[0] !== undefined && isShown(blocks[0])) sum += count - blocks.length;
    return sum;
  }
}
