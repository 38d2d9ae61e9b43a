import type { Block } from './block.ts';
import type { Group } from './group.ts';

/** Of more failures than these a line that says all in short is shown rather than the details. */
const MANY = 14;
/** Of many errors so many are shown with their place before further ones. */
const EARLY = 16;

/** Failures by name, each where most is told of it. */
export function whereTold(groups: readonly Group[]): ReadonlyMap<string, Block> {
  const blocks = groups.flatMap((group) => group.blocks.filter(({ name }) => name !== ''));
  const isMany = new Set(blocks.map(({ name }) => name)).size > MANY;
  const told = new Map<string, Block>();
  for (const block of blocks) {
    const known = told.get(block.name);
    const isBetter =
      isMany && block.isBrief !== known?.isBrief ? block.isBrief : block.keys > (known?.keys ?? 0);
    if (known === undefined || isBetter) told.set(block.name, block);
  }
  return told;
}

/** Of the errors the first ones, each where most is told of it. */
export function firstOf(groups: readonly Group[], told: ReadonlyMap<string, Block>): ReadonlySet<Block> {
  const errors = groups
    .filter(({ level }) => level > 1)
    .flatMap(({ blocks, sayings }) => blocks.filter((block) => !sayings.isMore(block)))
    .filter((block) => !block.isContainer && (block.name === '' || told.get(block.name) === block));
  return new Set(errors.sort((a, b) => a.line.index - b.line.index).slice(0, EARLY));
}
