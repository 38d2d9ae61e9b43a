import { characterStart, sliceWhole } from '#core/text/bytes.ts';
import { splitLines } from '#core/text/lines.ts';

/** Characters that are kept of either end. */
const END_CHARS = 4_096;
/** Bytes that hold so many characters at least. */
const FAR_BYTES = 4 * END_CHARS;

/** First and last lines of a stream that may be long, in bounded memory. */
export class StreamEnds {
  private head = '';
  private tail = '';

  add(bytes: Buffer): void {
    const isFar = this.head.length >= END_CHARS && bytes.length > FAR_BYTES;
    // Of a large piece behind the head only the end can still be wanted.
    const from = isFar ? characterStart(bytes, bytes.length - FAR_BYTES) : 0;
    const text = bytes.toString('utf8', from);
    const open = END_CHARS - this.head.length;
    this.head += text.slice(0, open);
    const rest = text.slice(open);
    if (rest === '') return;
    this.tail += rest.slice(-END_CHARS);
    if (this.tail.length > 2 * END_CHARS) this.tail = this.tail.slice(-END_CHARS);
  }

  /** The lines that are kept, in order. A line that the cut between both ends went through is left out. */
  lines(): readonly string[] {
    if (this.tail.length < END_CHARS) return splitLines(this.head + this.tail);
    const head = sliceWhole(this.head, 0, this.head.lastIndexOf('\n') + 1);
    const tail = this.tail.slice(-END_CHARS);
    return [...splitLines(head), ...splitLines(tail.slice(tail.indexOf('\n') + 1))];
  }
}
