import { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** More than two are a bomb, or a mistake. */
export const MAX_ENCODINGS = 2;

const KNOWN = new Set(['gzip', 'x-gzip', 'deflate', 'br']);

/**
 * The encodings of a content-encoding header, the one that was applied last first. Words that are no encoding (`none`,
 * `utf-8`, `identity`) mean nothing.
 */
export const encodingsOf = (header: string): readonly string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
    .filter((word) => KNOWN.has(word))
    .reverse();

/** Some servers send deflate without its wrapper: the first byte tells. */
function inflateEither(): Transform {
  let inner: Transform | undefined;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (inner === undefined) {
        const isWrapped = ((chunk[0] ?? 0) & 0x0f) === 0x08;
        inner = isWrapped ? createInflate() : createInflateRaw();
        inner.on('data', (bytes: Buffer) => this.push(bytes));
        inner.on('error', (error) => this.destroy(error));
      }
      inner.write(chunk, () => done());
    },
    flush(done) {
      if (inner === undefined) return done();
      inner.once('end', () => done());
      inner.end();
    },
    destroy(error, done) {
      inner?.destroy();
      done(error);
    },
  });
}

/** A stream that undoes one encoding. */
export function decoderOf(encoding: string): Transform {
  switch (encoding) {
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return inflateEither();
    default:
      return createGunzip();
  }
}
