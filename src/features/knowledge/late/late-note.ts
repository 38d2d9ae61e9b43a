import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseJson, stringField } from '#core/json.ts';
import { KIB } from '#core/units.ts';

/** What the store has to be told about an original that it could not take when that was kept. */
export interface LateNote {
  readonly label: string;
  /** Milliseconds since the epoch. */
  readonly createdMs: number;
  readonly sessionId: string | undefined;
}

/** A note holds a label and an id; a larger file is none of ours. */
const NOTE_LIMIT = 16 * KIB;
/** For an original of which a full disk took the text and not the note. */
const UNNAMED = 'output';
const NOTE_NAME = /^([1-9]\d{0,14})\.late\.json$/;

/** The note beside an original: `<out>/<id>.late.json`. */
const noteFile = (outDir: string, id: number): string => join(outDir, `${id}.late.json`);

/** Writes a note, 0600. @throws what `fs` throws, when not even an empty one can be made */
export function writeNote(outDir: string, id: number, note: LateNote): void {
  const fd = openSync(noteFile(outDir, id), 'wx', 0o600);
  try {
    writeSync(fd, JSON.stringify(note));
  } catch {
    // An empty note says that the original waits; its name is all that a full disk cost.
  } finally {
    closeSync(fd);
  }
}

export const removeNote = (outDir: string, id: number): void => rmSync(noteFile(outDir, id), { force: true });

/** The note of an original; undefined when there is none. One that cannot be read is about an output without a name. */
export function readNote(outDir: string, id: number): LateNote | undefined {
  let fd: number;
  try {
    fd = openSync(noteFile(outDir, id), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(fd);
    const text = stat.isFile() && stat.size <= NOTE_LIMIT ? readFileSync(fd, 'utf8') : '';
    return toNote(parseJson(text), Math.round(stat.mtimeMs));
  } finally {
    closeSync(fd);
  }
}

function toNote(value: unknown, writtenMs: number): LateNote {
  if (!isRecord(value)) return { label: UNNAMED, createdMs: writtenMs, sessionId: undefined };
  const { createdMs } = value;
  return {
    label: stringField(value, 'label') ?? UNNAMED,
    createdMs: Number.isSafeInteger(createdMs) ? Number(createdMs) : writtenMs,
    sessionId: stringField(value, 'sessionId'),
  };
}

/** Ids of the originals that have a note, lowest first. Empty where the folder cannot be read. */
export function notedIds(outDir: string): readonly number[] {
  try {
    return readdirSync(outDir)
      .flatMap((name) => Number(NOTE_NAME.exec(name)?.[1] ?? []))
      .filter((id) => id > 0)
      .toSorted((a, b) => a - b);
  } catch {
    return [];
  }
}
