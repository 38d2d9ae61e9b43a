import { readFileSync } from 'node:fs';
import { type Digest, digestText } from './digest.ts';

/** A digest of an output that went to a file; for a worker thread, since it takes about 20 ms per megabyte. */
export interface DigestJob {
  readonly kind: 'digest-file';
  /** Absolute path of the clean text. */
  readonly file: string;
  readonly maxBytes: number;
}

export const digestFile = (job: DigestJob): Digest =>
  digestText(readFileSync(job.file, 'utf8'), job.maxBytes);
