import type { Readable } from 'node:stream';

/** A piece of this size says that more lies in the pipe; smaller ones are read without a pause. */
const FULL_PIECE = 32 * 1024;

/**
 * Reads a pipe piece by piece and lets everything else have its turn after each full one: by itself a pipe that is
 * written to without end is read up to 32 times in a row, 2 MB, while calls and hooks wait.
 */
export function readInTurns(pipe: Readable, take: (bytes: Buffer) => void): void {
  pipe.on('data', (bytes: Buffer) => {
    take(bytes);
    if (bytes.length < FULL_PIECE) return;
    pipe.pause();
    setImmediate(() => pipe.resume());
  });
}
