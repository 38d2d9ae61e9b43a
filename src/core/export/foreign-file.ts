import type { JsonOddity } from './json-oddities.ts';

/** A value in a JSON file that is ours, and nothing around it. */
export type JsonEntry =
  | {
      /** The member at this path; objects above it are made where they are missing. */
      readonly kind: 'member';
      readonly path: readonly [string, ...string[]];
      readonly value: unknown;
    }
  | {
      /** Elements of the list at this path; the list is made where it is missing. */
      readonly kind: 'elements';
      readonly path: readonly [string, ...string[]];
      readonly values: readonly unknown[];
      /** An element with a text that holds all of these is ours, in whatever version. */
      readonly marks: readonly string[];
    }
  | {
      /** A member that the agent needs and that is nobody's: set where it is missing, left where it is there. */
      readonly kind: 'default';
      readonly path: readonly [string, ...string[]];
      readonly value: unknown;
    };

/** One file that an export writes to; `path` is absolute, or below the folder of a package. */
export type ForeignFile =
  /** A JSON file of the agent's, edited in place: comments, order and other entries stay. */
  | {
      readonly kind: 'json';
      readonly path: string;
      readonly entries: readonly JsonEntry[];
      /** What makes the agent pass over the whole file, or not start at all; absent: nothing that is known. */
      readonly refuses?: readonly JsonOddity[];
    }
  /** A text file of the user's with a part of ours between two marks. */
  | { readonly kind: 'section'; readonly path: string; readonly text: string }
  /** A file that is ours as a whole. */
  | {
      readonly kind: 'own';
      readonly path: string;
      readonly text: string;
      /** As above; our own text has none of the others. */
      readonly refuses?: readonly 'link'[];
    };
