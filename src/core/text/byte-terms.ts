import { AsciiParts } from './ascii-parts.ts';
import { stem } from './stem.ts';
import type { Terms } from './terms.ts';
import { WordTable } from './word-table.ts';

/** A longer run is data, or a text without blanks; it is not remembered. */
const RUN_LIMIT = 64;
/** Terms are written into rooms of this size, one after the other. */
const ROOM_BYTES = 128 * 1024;
const BLANK = 0x20;
const LETTER_A = 0x61;

/** 1 for ASCII letters, digits and `_`, and for the bytes of all other characters. */
const RUN_BYTE = Uint8Array.from({ length: 256 }, (_, code) =>
  code > 127 || /\w/.test(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * The same terms as `Terms` gives, as UTF-8 and from UTF-8: many times as fast, since a known word costs no string. Holds
 * about 5 MB.
 */
export class ByteTerms {
  private readonly terms: Terms;
  /** Runs of letters and digits, and their terms with a blank behind each. */
  private readonly known = new WordTable();
  private readonly parts = new AsciiParts();
  /** Terms of the compound word that is being learnt: the whole, and every part with a blank. */
  private readonly made = Buffer.alloc(4 * RUN_LIMIT);
  private readonly stemRoom = new Uint8Array(RUN_LIMIT + 1);
  private room = new Uint8Array(0);
  /** Where in the room the terms begin that are being written, and where they end so far. */
  private outStart = 0;
  private outEnd = 0;

  constructor(terms: Terms) {
    this.terms = terms;
  }

  /** Terms of a part of a text, cut between characters. They stay as they are. */
  of(bytes: Buffer, start: number, end: number): Uint8Array {
    this.outStart = this.outEnd;
    for (let at = start; at < end; ) at = RUN_BYTE[bytes[at] ?? 0] === 1 ? this.run(bytes, at, end) : at + 1;
    // The last term's blank is not wanted.
    return this.room.subarray(this.outStart, Math.max(this.outStart, this.outEnd - 1));
  }

  /** Adds the terms of the run that begins here; returns where it ends. */
  private run(bytes: Buffer, start: number, limit: number): number {
    let hash = 0;
    let above = 0;
    let end = start;
    for (; end < limit; end += 1) {
      const code = bytes[end] ?? 0;
      if (RUN_BYTE[code] === 0) break;
      above |= code;
      hash = (Math.imul(hash, 31) + code) | 0;
    }
    if (end - start > RUN_LIMIT) {
      this.addOnce(this.byText(bytes, start, end));
      return end;
    }
    const { known } = this;
    let place = known.find(bytes, start, end, hash);
    if (place === 0 && above > 127)
      place = known.store(bytes, start, end, hash, this.byText(bytes, start, end));
    else if (place === 0) {
      const size = this.ofWord(bytes, start, end);
      // A plain word is its own part, and known by now.
      place = known.find(bytes, start, end, hash) || known.store(bytes, start, end, hash, this.made, size);
    }
    const from = known.termsStart(place);
    this.addKnown(from, known.termsLength(place));
    return end;
  }

  /** Words of other scripts, marks, signs: everything between two ASCII characters that belong to no word. */
  private byText(bytes: Buffer, start: number, end: number): Buffer {
    const terms = this.terms.of(bytes.toString('utf8', start, end));
    return Buffer.from(terms === '' ? '' : `${terms} `);
  }

  /** Writes the terms of an ASCII word to `made`: see `termsOfWord` in terms.ts. Returns their bytes. */
  private ofWord(bytes: Buffer, start: number, end: number): number {
    const { parts, made } = this;
    parts.split(bytes, start, end);
    let size = 0;
    if (parts.count > 1) {
      size = parts.lower.copy(made, 0, 0, parts.size);
      made[size] = BLANK;
      size += 1;
    }
    for (let part = 0; part < parts.count; part += 1) {
      size = this.addStem(parts.startOf(part), parts.endOf(part), size);
      made[size] = BLANK;
      size += 1;
    }
    return size;
  }

  /** Writes the stem of a lower-case part to `made`, at `at`; returns where it ends. Compound words share their parts' stems. */
  private addStem(start: number, end: number, at: number): number {
    const { known, made } = this;
    const { lower } = this.parts;
    let hash = 0;
    let isPlain = true;
    for (let i = start; i < end; i += 1) {
      const code = lower[i] ?? 0;
      if (code < LETTER_A) isPlain = false;
      hash = (Math.imul(hash, 31) + code) | 0;
    }
    // With a digit in it a part is its own stem, while the same as a word of its own may be split.
    if (!isPlain) return at + lower.copy(made, at, start, end);
    let place = known.find(lower, start, end, hash);
    if (place === 0) {
      const stemmed = stem(lower.toString('latin1', start, end));
      const { stemRoom } = this;
      for (let i = 0; i < stemmed.length; i += 1) stemRoom[i] = stemmed.charCodeAt(i);
      stemRoom[stemmed.length] = BLANK;
      place = known.store(lower, start, end, hash, stemRoom, stemmed.length + 1);
    }
    const { arena } = known;
    const from = known.termsStart(place);
    const length = known.termsLength(place) - 1;
    for (let i = 0; i < length; i += 1) made[at + i] = arena[from + i] ?? 0;
    return at + length;
  }

  private addKnown(from: number, size: number): void {
    if (this.outEnd + size > this.room.length) this.changeRoom(size);
    const { room, outEnd } = this;
    const { arena } = this.known;
    for (let i = 0; i < size; i += 1) room[outEnd + i] = arena[from + i] ?? 0;
    this.outEnd = outEnd + size;
  }

  private addOnce(terms: Buffer): void {
    if (this.outEnd + terms.length > this.room.length) this.changeRoom(terms.length);
    this.room.set(terms, this.outEnd);
    this.outEnd += terms.length;
  }

  /** Goes on in a fresh room, with the terms so far: the old one belongs to whoever has terms in it. */
  private changeRoom(size: number): void {
    const begun = this.room.subarray(this.outStart, this.outEnd);
    this.room = new Uint8Array(Math.max(ROOM_BYTES, 2 * (begun.length + size)));
    this.room.set(begun);
    this.outStart = 0;
    this.outEnd = begun.length;
  }
}
