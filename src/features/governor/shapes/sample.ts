import { splitLines } from '#core/text/lines.ts';
import type { ByteSource } from '../text/byte-source.ts';
import type { Sample } from './shape.ts';

const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 4 * 1024;
const LINES = 200;
const LINE_CHARS = 2_000;

/** The start and the end of a text. */
export function takeSample(source: ByteSource): Sample {
  const head = source.read(0, Math.min(source.size, HEAD_BYTES)).toString('utf8');
  const all = splitLines(head);
  // The last line of the head may be cut.
  const whole = source.size > HEAD_BYTES && all.length > 1 ? all.slice(0, -1) : all;
  return {
    head,
    lines: whole.slice(0, LINES).map((line) => line.slice(0, LINE_CHARS)),
    tail: source.read(Math.max(0, source.size - TAIL_BYTES), source.size).toString('utf8'),
    size: source.size,
  };
}
