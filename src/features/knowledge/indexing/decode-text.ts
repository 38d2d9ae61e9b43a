import { isUtf8 } from 'node:buffer';

/**
 * How a text lies in its file. `utf8-bom`, `utf16le` and `utf16be` begin with a byte order mark, which is no part of the
 * text. `latin1` is what is no valid UTF-8, read as Windows-1252.
 */
export type Encoding = 'utf8' | 'utf8-bom' | 'utf16le' | 'utf16be' | 'latin1';

const BOM_BYTES: Readonly<Record<Encoding, number>> = {
  utf8: 0,
  'utf8-bom': 3,
  utf16le: 2,
  utf16be: 2,
  latin1: 0,
};

/** The encoding that a byte order mark at the start names; undefined without one. */
function markedEncoding(start: Uint8Array): Encoding | undefined {
  const [a, b, c] = start;
  if (a === 0xff && b === 0xfe) return 'utf16le';
  if (a === 0xfe && b === 0xff) return 'utf16be';
  return a === 0xef && b === 0xbb && c === 0xbf ? 'utf8-bom' : undefined;
}

/** The encoding of a whole file. Whatever has no mark and is no valid UTF-8 is `latin1`: every byte means something there. */
export const encodingOf = (bytes: Uint8Array): Encoding =>
  markedEncoding(bytes) ?? (isUtf8(bytes) ? 'utf8' : 'latin1');

/** What Windows-1252 has where Latin-1 has control characters, from 0x80 on. Node 20's TextDecoder does not know them. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const windows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80));

function swapped(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16();
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  switch (encoding) {
    case 'utf8':
    case 'utf8-bom':
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    case 'utf16le':
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf16le');
    case 'utf16be':
      return swapped(bytes).toString('utf16le');
    case 'latin1':
      return windows1252(bytes);
    default:
      return encoding satisfies never;
  }
}

/** A file's text as UTF-8 without byte order mark: a part of the same memory where it is UTF-8 already. */
export function toUtf8(bytes: Buffer, encoding: Encoding = encodingOf(bytes)): Buffer {
  const text = bytes.subarray(BOM_BYTES[encoding]);
  return encoding === 'utf8' || encoding === 'utf8-bom' ? text : Buffer.from(decode(text, encoding));
}

/** Bytes that the characters of this part of the UTF-8 text take in the file. */
function ownBytes(utf8: Buffer, start: number, end: number, encoding: Encoding): number {
  if (encoding === 'utf8' || encoding === 'utf8-bom') return end - start;
  const units = utf8.toString('utf8', start, end).length;
  return encoding === 'latin1' ? units : units * 2;
}

/** Finds places of the UTF-8 text in the file's own bytes. Asked from front to back. */
export class FilePlaces {
  private readonly utf8: Buffer;
  private readonly encoding: Encoding;
  private utf8Place = 0;
  private ownPlace: number;

  constructor(utf8: Buffer, encoding: Encoding) {
    this.utf8 = utf8;
    this.encoding = encoding;
    this.ownPlace = BOM_BYTES[encoding];
  }

  /** `offset` must not be smaller than the one asked for before. */
  of(offset: number): number {
    this.ownPlace += ownBytes(this.utf8, this.utf8Place, offset, this.encoding);
    this.utf8Place = offset;
    return this.ownPlace;
  }
}

/**
 * A part of a file as text, cut between characters. The file's first bytes tell its encoding; without a mark, a part that
 * is no valid UTF-8 is of a `latin1` file.
 */
export function decodePart(fileStart: Uint8Array, part: Buffer): string {
  const marked = markedEncoding(fileStart);
  if (marked !== undefined) return decode(part, marked);
  return isUtf8(part) ? part.toString('utf8') : decode(part, 'latin1');
}
