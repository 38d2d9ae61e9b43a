import { renameSync, statSync } from 'node:fs';
import type { ErrorCode } from '#core/errors.ts';
import { sliceWhole } from '#core/text/bytes.ts';
import { appendLine } from './spool.ts';

/** A log file is rotated to `<name>.1` when it is larger than this, so logs never exceed twice the size. */
const ROTATE_BYTES = 1024 * 1024;
const MESSAGE_LIMIT = 500;

interface LogEntry {
  readonly code: ErrorCode;
  readonly message: string;
  readonly [field: string]: string | number | boolean;
}

export type Log = (entry: LogEntry) => void;

function rotate(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_BYTES) renameSync(file, `${file}.1`);
}

/**
 * A logger that appends NDJSON to `<home>/logs/<name>.log`. Never throws and never writes to stdout or stderr:
 * a log that cannot be written must not disturb the agent. `redact` takes secrets out of messages; who logs nothing but its
 * own words needs none.
 */
export function createLog(
  home: string,
  name: string,
  nowMs: () => number,
  redact: (text: string) => string = (text) => text,
): Log {
  const file = `${home}/logs/${name}.log`;
  return (entry) => {
    try {
      rotate(file);
      const message = sliceWhole(redact(entry.message), 0, MESSAGE_LIMIT);
      appendLine(
        file,
        JSON.stringify({ at: new Date(nowMs()).toISOString(), pid: process.pid, ...entry, message }),
      );
    } catch {
      // Nowhere left to report to; see the contract above.
    }
  };
}
