import { characterStart } from '#core/text/bytes.ts';
import { formatCount } from '#core/units.ts';
import type { Part } from '../picks/pick.ts';
import type { ByteSource } from './byte-source.ts';
import type { Line } from './scan-lines.ts';

/** A line that may show its end, too: one that has so much room. */
const TAIL_FROM_BYTES = 1000;

/** The place behind the character that `at` lies in. */
function nextStart(source: ByteSource, at: number, end: number): number {
  const bytes = source.read(at, Math.min(end, at + 4));
  let skip = 0;
  while (skip < Math.min(3, bytes.length) && ((bytes[skip] ?? 0) & 0xc0) === 0x80) skip += 1;
  return at + skip;
}

/** The parts of a line that are shown: its start, the surroundings of a spot, and its end where there is much room. */
function partsOf(line: Line, spot: number | undefined, maxBytes: number): readonly Part[] {
  const isNear = spot === undefined || spot < line.start + maxBytes * 0.7;
  const hasTail = maxBytes >= TAIL_FROM_BYTES;
  const tailBytes = hasTail ? Math.floor(maxBytes * 0.3) : 0;
  const tail = { from: line.end - tailBytes, to: line.end };
  const tails = hasTail ? [tail] : [];
  const isInTail = spot !== undefined && spot >= tail.from && hasTail;
  if (isNear || isInTail) return [{ from: line.start, to: line.start + maxBytes - tailBytes }, ...tails];
  const headBytes = Math.floor(maxBytes * 0.25);
  const from = spot - Math.floor(maxBytes * 0.15);
  const around = { from, to: Math.min(line.end, from + maxBytes - headBytes - tailBytes) };
  return [{ from: line.start, to: line.start + headBytes }, around, ...tails];
}

/** Parts that meet are one. */
function joined(parts: readonly Part[]): readonly Part[] {
  const out: Part[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (last !== undefined && part.from <= last.to)
      out.splice(-1, 1, { from: last.from, to: Math.max(last.to, part.to) });
    else out.push(part);
  }
  return out;
}

/** Parts of a line as they are shown: cut at characters, with what is left out counted. */
function showParts(line: Line, source: ByteSource, parts: readonly Part[]): string {
  const shown: string[] = [];
  let at = line.start;
  for (const part of joined(parts)) {
    const from = part.from === line.start ? part.from : nextStart(source, part.from, line.end);
    const bytes = source.read(from, part.to);
    const end =
      part.to >= line.end
        ? bytes.length
        : characterStart(source.read(from, Math.min(line.end, part.to + 1)), bytes.length);
    if (from > at) shown.push(` … (${formatCount(from - at)} bytes) … `);
    shown.push(source.read(from, from + end).toString('utf8'));
    at = from + end;
  }
  if (at < line.end) shown.push(` … (${formatCount(line.end - at)} more bytes in this line)`);
  return shown.join('');
}

/** What of a line is shown. */
export interface LineView {
  /** Byte around which a longer line is shown. */
  readonly spot?: number | undefined;
  /** Only these parts are shown; empty: see `spot`. */
  readonly parts?: readonly Part[];
}

/**
 * A line in about `maxBytes`; of a longer one its start, the part around the spot it was chosen for, and its end, or the
 * chosen parts whatever their length, with what is left out counted.
 */
export function showLine(line: Line, source: ByteSource, view: LineView, maxBytes: number): string {
  const { spot, parts = [] } = view;
  if (parts.length > 0) {
    const inside = parts.map(({ from, to }) => ({
      from: Math.max(line.start, from),
      to: Math.min(line.end, to),
    }));
    return showParts(
      line,
      source,
      [...inside].sort((a, b) => a.from - b.from),
    );
  }
  if (line.end - line.start <= maxBytes) return source.read(line.start, line.end).toString('utf8');
  return showParts(line, source, partsOf(line, spot, maxBytes));
}
