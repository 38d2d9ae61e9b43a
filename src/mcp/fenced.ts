import { randomBytes } from 'node:crypto';
import { fence } from '#core/text/fence.ts';
import type { Source } from '#storage/source.ts';

/** Nobody who wrote the text can guess it. */
const NONCE_BYTES = 8;

/** A fetched page: text from outside. Only for these it is known what they were before they were text. */
export const isPage = ({ format }: Pick<Source, 'format'>): boolean => format !== undefined;

/** Text from outside as it is shown to the model: between lines that name its origin, without what is hidden in it. */
export const fenced = (text: string, origin: string): string =>
  fence(text, origin, randomBytes(NONCE_BYTES).toString('hex'));

/** Bytes that `fenced` adds, at most. */
export const fencedCost = (origin: string): number =>
  Buffer.byteLength(fence('x', origin, '0'.repeat(NONCE_BYTES * 2))) - 1;
