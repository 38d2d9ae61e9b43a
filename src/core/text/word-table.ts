/** Words that are remembered, and bytes for them and their terms; then it starts anew. A text repeats its words. */
const MAX_WORDS = 65_536;
const ARENA_BYTES = 4 * 1024 * 1024;
const SLOTS = 4 * MAX_WORDS;
/** In front of a word: its length, and in two bytes that of its terms. */
const HEAD_BYTES = 3;
const MAX_TERMS_BYTES = 0xffff;

/** Words of at most 255 bytes and what belongs to each, in one piece of memory: what is known is found without a string. */
export class WordTable {
  /** For each word: lengths, word, terms. */
  readonly arena = new Uint8Array(ARENA_BYTES);
  /** Places of words in the arena by their hashes; 0: free. */
  private readonly slots = new Int32Array(SLOTS);
  private count = 0;
  private end = 1;

  /** Place of the word with this hash; 0 for an unknown one. Places hold until the next `store`. */
  find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    return this.slots[this.slotOf(bytes, start, end, hash)] ?? 0;
  }

  termsStart(place: number): number {
    return place + HEAD_BYTES + (this.arena[place] ?? 0);
  }

  termsLength(place: number): number {
    return (this.arena[place + 1] ?? 0) | ((this.arena[place + 2] ?? 0) << 8);
  }

  /** Remembers a word that is unknown, with the first `size` bytes of `terms`, at most 64 KB; returns its place. */
  store(
    bytes: Uint8Array,
    start: number,
    end: number,
    hash: number,
    terms: Uint8Array,
    size = terms.length,
  ): number {
    const termsLength = Math.min(size, MAX_TERMS_BYTES);
    const wordLength = end - start;
    if (this.count === MAX_WORDS || this.end + HEAD_BYTES + wordLength + termsLength > ARENA_BYTES) {
      this.slots.fill(0);
      this.count = 0;
      this.end = 1;
    }
    const { arena } = this;
    const place = this.end;
    arena[place] = wordLength;
    arena[place + 1] = termsLength & 0xff;
    arena[place + 2] = termsLength >> 8;
    let at = place + HEAD_BYTES;
    for (let i = start; i < end; i += 1, at += 1) arena[at] = bytes[i] ?? 0;
    for (let i = 0; i < termsLength; i += 1, at += 1) arena[at] = terms[i] ?? 0;
    this.slots[this.slotOf(bytes, start, end, hash)] = place;
    this.count += 1;
    this.end = at;
    return place;
  }

  /** Where the word is, or where it belongs. */
  private slotOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const { slots } = this;
    // Every round takes the same path, the first one too: what the compiler has not seen makes it start anew.
    let slot = (hash ^ (hash >>> 15)) - 1;
    for (;;) {
      slot = (slot + 1) & (SLOTS - 1);
      const place = slots[slot] ?? 0;
      if (place === 0 || this.isWord(place, bytes, start, end)) return slot;
    }
  }

  private isWord(place: number, bytes: Uint8Array, start: number, end: number): boolean {
    const { arena } = this;
    const length = end - start;
    if (arena[place] !== length) return false;
    const from = place + HEAD_BYTES;
    for (let i = 0; i < length; i += 1) if (arena[from + i] !== bytes[start + i]) return false;
    return true;
  }
}
