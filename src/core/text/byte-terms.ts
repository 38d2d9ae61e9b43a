import type { Terms } from './terms.ts';

/** A longer word is data; it is not remembered. */
const WORD_LIMIT = 64;
/** Words that are remembered, and bytes for them and their terms; then it starts anew. A text repeats its words. */
const MAX_WORDS = 65_536;
const ARENA_BYTES = 4 * 1024 * 1024;
const SLOTS = 4 * MAX_WORDS;
const BLANK = 0x20;

/** 1 for ASCII letters, digits and `_`, and for the bytes of all other characters. */
const WORD_BYTE = Uint8Array.from({ length: 256 }, (_, code) =>
  code > 127 || /\w/.test(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * The same terms as `Terms` gives, from UTF-8 bytes: several times as fast for ASCII, since a known word costs no string. Holds about 6 MB.
 */
export class ByteTerms {
  private readonly terms: Terms;
  /** Number of a word + 1 by its hash; 0: free. */
  private readonly slots = new Int32Array(SLOTS);
  /** Four numbers for each word: place and length in the arena, of the word and of its terms. */
  private readonly words = new Int32Array(4 * MAX_WORDS);
  private readonly arena = new Uint8Array(ARENA_BYTES);
  private count = 0;
  private arenaEnd = 0;
  private out = new Uint8Array(16 * 1024);
  private outEnd = 0;
  private isAscii = true;

  constructor(terms: Terms) {
    this.terms = terms;
  }

  /** Terms of a part of a text, cut between characters. */
  of(bytes: Buffer, start: number, end: number): string {
    this.outEnd = 0;
    this.isAscii = true;
    for (let at = start; at < end; )
      at = WORD_BYTE[bytes[at] ?? 0] === 1 ? this.word(bytes, at, end) : at + 1;
    const { buffer, byteOffset } = this.out;
    // The last word's blank is not wanted.
    const made = Buffer.from(buffer, byteOffset, Math.max(0, this.outEnd - 1));
    return made.toString(this.isAscii ? 'latin1' : 'utf8');
  }

  /** Adds the terms of the word that begins here; returns where it ends. */
  private word(bytes: Buffer, start: number, limit: number): number {
    let hash = 0;
    let end = start;
    let isAscii = true;
    for (; end < limit; end += 1) {
      const code = bytes[end] ?? 0;
      if (WORD_BYTE[code] === 0) break;
      if (code > 127) isAscii = false;
      hash = Math.imul(hash, 31) + code;
    }
    if (!isAscii || end - start > WORD_LIMIT) this.addRun(bytes.toString('utf8', start, end));
    else {
      const place = 4 * this.find(bytes, start, end, hash);
      const from = this.words[place + 2] ?? 0;
      this.add(this.arena, from, from + (this.words[place + 3] ?? 0));
    }
    return end;
  }

  /** Words of other scripts, marks, signs: everything between two ASCII characters that belong to no word. */
  private addRun(text: string): void {
    const made = Buffer.from(this.terms.of(text));
    if (made.some((byte) => byte > 127)) this.isAscii = false;
    this.add(made);
  }

  private find(bytes: Buffer, start: number, end: number, hash: number): number {
    for (let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const number = (this.slots[slot] ?? 0) - 1;
      if (number < 0) return this.remember(bytes, start, end, slot);
      if (this.isWord(number, bytes, start, end)) return number;
    }
  }

  private isWord(number: number, bytes: Buffer, start: number, end: number): boolean {
    const length = end - start;
    if (this.words[4 * number + 1] !== length) return false;
    const place = this.words[4 * number] ?? 0;
    for (let i = 0; i < length; i += 1) if (this.arena[place + i] !== bytes[start + i]) return false;
    return true;
  }

  private remember(bytes: Buffer, start: number, end: number, slot: number): number {
    const word = bytes.toString('latin1', start, end);
    const terms = this.terms.ofNewWord(word);
    let free = slot;
    if (this.count === MAX_WORDS || this.arenaEnd + word.length + terms.length > ARENA_BYTES) {
      this.slots.fill(0);
      this.count = 0;
      this.arenaEnd = 0;
      free = 0;
    }
    const number = this.count;
    this.count += 1;
    // After a fresh start the word is found by nobody, and comes again in its own slot.
    if (free === slot) this.slots[slot] = number + 1;
    this.words.set([this.store(word), word.length, this.store(terms), terms.length], 4 * number);
    return number;
  }

  private store(text: string): number {
    const place = this.arenaEnd;
    for (let i = 0; i < text.length; i += 1) this.arena[place + i] = text.charCodeAt(i);
    this.arenaEnd += text.length;
    return place;
  }

  private add(from: Uint8Array, start = 0, end = from.length): void {
    if (end === start) return;
    const needed = this.outEnd + end - start + 1;
    if (needed > this.out.length) {
      const larger = new Uint8Array(2 * needed);
      larger.set(this.out.subarray(0, this.outEnd));
      this.out = larger;
    }
    for (let i = start; i < end; i += 1) this.out[this.outEnd + i - start] = from[i] ?? 0;
    this.outEnd = needed;
    this.out[needed - 1] = BLANK;
  }
}
