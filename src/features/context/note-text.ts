import type { ContextLimit } from '#core/context-load.ts';

const POINTS: Readonly<Record<ContextLimit['kind'], string>> = {
  compacts: 'the point where this session compacts',
  full: 'the point where this session compacts',
  refuses: 'what this session can hold',
};

/** What 100 % are. `isRaw`: the whole window. */
export const wholeOf = (kind: ContextLimit['kind'], isRaw: boolean): string =>
  isRaw ? 'the context window' : POINTS[kind];

/** In every note, and in nothing else that hooks say. */
export const NOTE_END = 'Work can continue normally; session state is being recorded.';

export interface NoteFacts {
  /** Whole percent. */
  readonly percent: number;
  readonly kind: ContextLimit['kind'];
  readonly isEstimate: boolean;
  /** Percent of the whole window instead of the point. */
  readonly isRaw: boolean;
}

/** What the model is told: a fact, and that nothing follows from it. */
export function noteText({ percent, kind, isEstimate, isRaw }: NoteFacts): string {
  const about = isEstimate ? 'about ' : '';
  return `Context at ${about}${percent} % of ${wholeOf(kind, isRaw)}. ${NOTE_END}`;
}
