import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { systemCode } from '#core/errors.ts';
import type { SessionEvent } from '#core/session-event.ts';
import { shortHash } from '#core/text/shorten.ts';
import { KIB } from '#core/units.ts';
import { makeFolder } from './make-folder.ts';

/** Longest part of a session id that goes into a file name, in characters. */
const NAME_LIMIT = 80;
/** A link is refused, and a pipe without a reader, which would be waited for. Neither exists on Windows. */
const NO_FOLLOW = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Windows opens devices by these names, whatever extension follows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=$|\.)/i;

/** `text` as part of a file name on every system: unsafe characters become `_`, and a hash keeps it unique. */
export function fileSafe(text: string): string {
  const safe = text
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\./, '_')
    .replace(DEVICE, '_$&')
    .slice(0, NAME_LIMIT);
  return safe === text ? safe : `${safe}-${shortHash(text)}`;
}

/** The spool file of one session: `<home>/spool/<platform>-<session>.jsonl`. */
export const spoolFile = (home: string, platform: string, sessionId: string): string =>
  `${home}/spool/${fileSafe(platform)}-${fileSafe(sessionId)}.jsonl`;

/**
 * Appends one line to a private file, in one write (O_APPEND: concurrent writers do not mix lines).
 * Creates the file 0600 and its folder 0700. Returns where the line ends in the file, or a little further when others write.
 * @throws the file system's error when it cannot be written whole.
 */
export function appendLine(file: string, line: string): number {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW;
  let fd: number;
  try {
    fd = openSync(file, flags, 0o600);
  } catch (thrown) {
    if (systemCode(thrown) !== 'ENOENT') throw thrown;
    makeFolder(file.slice(0, file.lastIndexOf('/')));
    fd = openSync(file, flags, 0o600);
  }
  try {
    const bytes = Buffer.from(`${line}\n`, 'utf8');
    const written = writeSync(fd, bytes);
    if (written < bytes.length)
      throw new Error(`only ${written} of ${bytes.length} bytes were written to ${file}`);
    return fstatSync(fd).size;
  } finally {
    closeSync(fd);
  }
}

/** From one of its multiples on a spool file is long enough to be taken in: a compaction must not wait for all of it. */
const STEP_BYTES = 32 * KIB;

/**
 * Records an event from a process that must not open the database. Readers ingest it later, see ingest-spool. Returns whether
 * the file has grown so much by now that it is time to.
 */
export function spoolEvent(home: string, event: SessionEvent): boolean {
  const line = JSON.stringify(event);
  const end = appendLine(spoolFile(home, event.platform, event.sessionId), line);
  return Math.floor(end / STEP_BYTES) > Math.floor((end - Buffer.byteLength(line) - 1) / STEP_BYTES);
}

/** How such a note's name ends. */
export const OWED = '.jsonl.owed';

/** How the name of a guide ends that was made before it is asked for. Nothing is lost with such a file. */
export const GUIDE = '.jsonl.guide';

/** Lies beside the spool from a compaction to the start after it. */
export const guideFile = (home: string, platform: string, sessionId: string): string =>
  spoolFile(home, platform, sessionId).replace(/\.jsonl$/, GUIDE);

/** Lies beside the spool while a session's guide is being given: whoever finds it later gives the guide again. */
export const owedFile = (home: string, platform: string, sessionId: string): string =>
  spoolFile(home, platform, sessionId).replace(/\.jsonl$/, OWED);
