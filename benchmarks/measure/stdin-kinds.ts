import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** POSIX; Windows has none. */
const MAKE_FIFO = 'mkfifo';

/** What stdin of a hook can be. `socket`: a UNIX socket pair, Claude Code's and Node's `pipe`; a named pipe; a file. */
export const STDIN_KINDS = ['socket', 'FIFO', 'file'] as const;
export type StdinKind = (typeof STDIN_KINDS)[number];

/** A document that is given to a process as one of the kinds. */
export interface StdinSource {
  readonly kind: StdinKind;
  /** Absent: the text goes through the pipe that spawnSync makes. */
  open?(): { readonly fd: number; close(): void };
}

/** Prepares stdin of a kind in `folder`. Undefined where the system has no such thing (Windows has no named pipe file). */
export function prepareStdin(kind: StdinKind, folder: string, text: string): StdinSource | undefined {
  switch (kind) {
    case 'socket':
      return { kind };
    case 'file': {
      const path = join(folder, 'stdin.json');
      writeFileSync(path, text);
      return { kind, open: () => opened(openSync(path, 'r')) };
    }
    case 'FIFO':
      return prepareFifo(join(folder, 'stdin.fifo'), text);
    default:
      return kind satisfies never;
  }
}

const opened = (fd: number) => ({ fd, close: () => closeSync(fd) });

function prepareFifo(path: string, text: string): StdinSource | undefined {
  if (spawnSync(MAKE_FIFO, [path]).status !== 0) return undefined;
  return {
    kind: 'FIFO',
    open() {
      // Held open for both ways, so that no open waits; never at its end for the reader, as in a host that keeps it.
      const writer = openSync(path, 'r+');
      const fd = openSync(path, 'r');
      writeSync(writer, text);
      return {
        fd,
        close() {
          closeSync(fd);
          closeSync(writer);
        },
      };
    },
  };
}
