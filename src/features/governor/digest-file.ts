import { closeSync, fstatSync, openSync } from 'node:fs';
import { type Digest, type DigestOptions, digestSource } from './digest.ts';
import { fileSource } from './text/byte-source.ts';

/** A digest of an output that went to a file; for a worker thread, since it takes about 30 ms per megabyte. */
export interface DigestJob extends DigestOptions {
  readonly kind: 'digest-file';
  /** Absolute path of the clean text. */
  readonly file: string;
}

/** @throws what `fs` throws when the file cannot be read */
export function digestFile(job: DigestJob): Digest {
  const fd = openSync(job.file, 'r');
  try {
    return digestSource(fileSource(fd, fstatSync(fd).size), job);
  } finally {
    closeSync(fd);
  }
}
