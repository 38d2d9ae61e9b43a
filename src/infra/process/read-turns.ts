import type { Readable } from 'node:stream';

/** A piece of this size says that more lies in the pipe; smaller ones are read without a pause. */
const FULL_PIECE = 32 * 1024;

/**
 * Lets the pipes of all runs, calls and hooks have their turn one after another. By itself a pipe that is written to
 * without end is read up to 32 times in a row, 2 MB, and so is the next one, while everything else waits.
 */
export class ReadTurns {
  private readonly waiting: Readable[] = [];

  /** Reads a pipe to its end; after each full piece it waits for its next turn. */
  read(pipe: Readable, take: (bytes: Buffer) => void): void {
    pipe.on('data', (bytes: Buffer) => {
      take(bytes);
      if (bytes.length < FULL_PIECE) return;
      pipe.pause();
      this.waiting.push(pipe);
      if (this.waiting.length === 1) setImmediate(this.next);
    });
  }

  /** One pipe goes on; the next one when the event loop has come round. */
  private readonly next = (): void => {
    this.waiting.shift()?.resume();
    if (this.waiting.length > 0) setImmediate(this.next);
  };
}
