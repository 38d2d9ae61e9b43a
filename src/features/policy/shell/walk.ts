import type { ParsedScript } from 'unbash';
import type { Findings, Folders } from './findings.ts';

/** Where a walk through a script stands. */
export interface WalkState {
  folders: Folders;
  readonly isFed: boolean;
  readonly depth: number;
}

/** What stays the same during a walk. */
export interface Walk {
  readonly found: Findings;
  readonly home: string;
  readonly isIndirect: boolean;
  /** Some command changes the folder: a function may be called anywhere. */
  readonly isWandering: boolean;
  /** How many substitutions this one is in. */
  readonly nesting: number;
  /** The text that positions of nodes are in. */
  readonly source: string;
  /** Walks through the script of a substitution; undefined is one that the parser could not read. */
  readonly nested: (script: ParsedScript | undefined, walk: Walk, state: WalkState) => void;
}

/** A list of commands that is run by itself: its changes of folder end with it. */
export const inside = (state: WalkState, isFed = state.isFed): WalkState => ({
  folders: state.folders,
  isFed,
  depth: state.depth,
});
