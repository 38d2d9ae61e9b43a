import type { SignalLevel } from '../signals/signal-lines.ts';
import { type Block, LAST } from './block.ts';
import { type Pick, RANK } from './pick.ts';
import type { Sayings } from './sayings.ts';

/** Errors of one kind. */
export interface Group {
  readonly level: SignalLevel;
  /** Each tells of another failure; else one line stands for all. */
  readonly isNamed: boolean;
  /** The first ones. */
  readonly blocks: Block[];
  /** Of the named ones those that say the very same. */
  readonly sayings: Sayings;
  count: number;
}

/** What the parts of a block are worth. */
interface Ranks {
  readonly head: number;
  readonly heading: number;
  /** Values and places. */
  readonly keys: number;
  readonly rest: number;
}

/** A line that only says that something failed stands behind the details of what did. */
const CONTAINER_RANK = RANK.errorDetail - 3;
const SOURCE_RANK = RANK.warning - 8;

/** Of those that say the very same as many others that are shown. */
const STOOD_FOR: Ranks = {
  head: RANK.outlier - 2,
  heading: RANK.sample,
  keys: RANK.sample,
  rest: RANK.sample,
};

function ranksOf({ level, isNamed }: Group, block: Block, isFirst: boolean, isAgain: boolean): Ranks {
  const isWarning = level === 1;
  const first = isWarning ? RANK.warning : level === 2 ? RANK.error : RANK.fatal;
  const detail = isWarning ? RANK.warning - 2 : RANK.errorDetail;
  const more = isWarning ? RANK.warning - 5 : RANK.moreErrors;
  // A heading says where; for further errors of one kind it is as dear as they are.
  const heading = isFirst ? detail + 1 : more - 1;
  if (isAgain) return { head: more - 10, heading, keys: more - 12, rest: more - 12 };
  const own = isFirst ? first : isNamed ? first - 1 : more;
  if (block.isContainer)
    return { head: Math.min(own, CONTAINER_RANK), heading, keys: more - 12, rest: more - 12 };
  if (isNamed) return { head: own, heading, keys: detail, rest: SOURCE_RANK };
  return isFirst
    ? { head: own, heading, keys: detail, rest: more - 2 }
    : { head: own, heading, keys: more - 12, rest: more - 12 };
}

/**
 * The lines of a group, each block with what belongs to it.
 * @param told of failures that are told of more than once, where most is said
 * @param early the first errors, which are shown with their places
 */
export function* picksOf(
  group: Group,
  told: ReadonlyMap<string, Block>,
  early: ReadonlySet<Block>,
): Generator<Pick> {
  const { isNamed, blocks, count } = group;
  const kept = blocks.map(({ line }) => line.index);
  for (const [i, block] of blocks.entries()) {
    const isFirst = i === 0;
    const isAgain = block.name !== '' && told.get(block.name) !== block;
    const isEarly = early.has(block);
    const ranks = group.sayings.isMore(block) ? STOOD_FOR : ranksOf(group, block, isFirst, isAgain);
    const like = isNamed ? group.sayings.likeness(block) : isFirst && count > 1 ? { count, kept } : undefined;
    // The places of the first ones go before more that do not say where.
    const isLate = !isEarly && group.level === 2 && !block.hasPlace;
    const head = isLate ? Math.min(ranks.head, RANK.error - 3) : ranks.head;
    yield { line: block.line, spot: block.spot, rank: head, like, part: block.part };
    if (block.heading !== undefined && !isAgain) yield { line: block.heading, rank: ranks.heading };
    yield* around(block, ranks, isEarly, isAgain);
  }
}

/** What stands above and below an error; of the first ones the place is as dear as they are. */
function* around(block: Block, ranks: Ranks, isEarly: boolean, isAgain: boolean): Generator<Pick> {
  // Of errors of one kind the place is what tells them apart.
  const placeRank = Math.max(RANK.errorDetail, ranks.head);
  if (block.above !== undefined && !isAgain)
    yield { line: block.above, rank: isEarly && block.isPlacedAbove ? placeRank : ranks.heading };
  let isPlaced = !isEarly || block.hasPlace || block.isPlacedAbove;
  for (const { line, order, isPlace } of block.below) {
    const own = (order < LAST ? ranks.keys : ranks.rest) - order / 100;
    yield { line, rank: isPlace && !isPlaced ? Math.max(own, placeRank) : own };
    isPlaced ||= isPlace;
  }
}
