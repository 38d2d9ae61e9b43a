import { closeSync, constants, fstatSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '#core/errors.ts';
import type { SessionEvent } from '#core/session-event.ts';
import { type IngestPlace, removeSpoolFile } from './ingest-spool.ts';
import { parseSpoolLine, spoolFiles } from './spool-reader.ts';

const LINE_FEED = 0x0a;
const BLANK = ' ';
const NO_FOLLOW = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Blanks out the lines of events that are to go, in every spool file, and leaves the others where they are: readers of
 * other projects go by position, and hooks append meanwhile. A line that is no event goes when `isGoing` says so of
 * undefined. A file of which nothing is left is removed. @throws the file system's error
 */
export function purgeSpool(
  place: Pick<IngestPlace, 'home' | 'store'>,
  isGoing: (event: SessionEvent | undefined) => boolean,
): void {
  for (const name of spoolFiles(place.home)) {
    try {
      const { left, size } = blankIn(join(place.home, 'spool', name), isGoing);
      if (left === 0) removeSpoolFile(place, name, size);
    } catch (thrown) {
      // Another process removed it meanwhile.
      if (systemCode(thrown) !== 'ENOENT') throw thrown;
    }
  }
}

/** `left`: lines that stay, an unfinished one among them. `size`: bytes of the file when it was read. */
function blankIn(
  file: string,
  isGoing: (event: SessionEvent | undefined) => boolean,
): { readonly left: number; readonly size: number } {
  const descriptor = openSync(file, constants.O_RDWR | NO_FOLLOW);
  try {
    if (!fstatSync(descriptor).isFile()) return { left: 1, size: 0 };
    const bytes = readFileSync(descriptor);
    let left = bytes.length === 0 || bytes.at(-1) === LINE_FEED ? 0 : 1;
    for (let start = 0, end = bytes.indexOf(LINE_FEED); end >= 0; ) {
      const line = bytes.toString('utf8', start, end);
      if (line.trim() !== '') {
        if (isGoing(parseSpoolLine(line)))
          writeSync(descriptor, Buffer.alloc(end - start, BLANK), 0, end - start, start);
        else left += 1;
      }
      start = end + 1;
      end = bytes.indexOf(LINE_FEED, start);
    }
    return { left, size: bytes.length };
  } finally {
    closeSync(descriptor);
  }
}
