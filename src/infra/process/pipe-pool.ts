import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** One pipe of the system: what is written to one end is read at the other. */
export interface OsPipe {
  /** For the child; to be closed here when the child has it. */
  readonly writeFd: number;
  /** Reads the other end, once. */
  readonly open: () => Readable;
}

/** One per step of a run; a batch is asked for when half of it is used up. */
const BATCH = 8;

function openFifo(path: string): OsPipe {
  // Without waiting for a writer, who comes next.
  const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const writeFd = openSync(path, constants.O_WRONLY);
    return {
      writeFd,
      open: () => new Socket({ fd: readFd, readable: true, writable: false }),
    };
  } catch (thrown) {
    closeSync(readFd);
    throw thrown;
  }
}

/**
 * Pipes for the output of runs. Node gives its children sockets instead, which nobody can open by name: `> /dev/stderr`
 * and `tee /dev/stderr` fail with them. Only another program can make a pipe that has a name: `make` asks for some,
 * and `take` them up when they are there. A name lives as long as that takes.
 */
export class PipePool {
  private readonly nameStart: string;
  private readonly make: (paths: readonly string[]) => void;
  private readonly free: OsPipe[] = [];
  private asked: readonly string[] = [];
  private count = 0;

  constructor(nameStart: string, make: (paths: readonly string[]) => void) {
    this.nameStart = nameStart;
    this.make = make;
  }

  /** Asks for more, if it is time. */
  fill(): void {
    if (this.asked.length > 0 || this.free.length > BATCH / 2) return;
    this.asked = Array.from({ length: BATCH }, () => {
      this.count += 1;
      return `${this.nameStart}${this.count}`;
    });
    this.make(this.asked);
  }

  /** What was asked for is there, or not: then runs go on with sockets. */
  takeUp(): void {
    for (const path of this.asked) {
      try {
        this.free.push(openFifo(path));
        rmSync(path, { force: true });
      } catch {
        // no such program, no such folder, no more files
      }
    }
    this.asked = [];
  }

  /** For both streams of a child; undefined when there is none. */
  take(): OsPipe | undefined {
    return this.free.shift();
  }
}
