import { sliceWhole } from '#core/text/bytes.ts';
import { splitLines } from '#core/text/lines.ts';

/** Characters that are kept of either end. */
const END_CHARS = 4_096;

/** First and last lines of a stream that may be long, in bounded memory. */
export class StreamEnds {
  private head = '';
  private tail = '';

  add(text: string): void {
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
