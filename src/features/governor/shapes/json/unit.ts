import type { ByteSource } from '../../text/byte-source.ts';

export type Step = string | number;

/** A run of neighbours in one container, small enough to be parsed at once; or a whole document. */
export interface Unit {
  readonly kind: 'document' | 'list' | 'object';
  readonly from: number;
  readonly to: number;
  /** Where its container lies: the number of the document, then keys and indices. */
  readonly base: readonly Step[];
  /** Index of its first element in the container. */
  readonly first: number;
}

/** A value: the steps lead to it from the container of its unit. */
export interface Place {
  readonly unit: Unit;
  readonly path: readonly Step[];
}

const CLOSE = { document: '', list: ']', object: '}' };
const OPEN = { document: '', list: '[', object: '{' };

/** The unit as a text of its own. */
export const unitText = ({ kind, from, to }: Unit, source: ByteSource): string =>
  OPEN[kind] + source.read(from, to).toString('utf8') + CLOSE[kind];
