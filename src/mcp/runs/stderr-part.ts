import { byteLength } from '#core/text/bytes.ts';
import { splitLines } from '#core/text/lines.ts';
import type { OutputCapture } from '#features/execution/output-capture.ts';
import type { ToolContext } from '../context.ts';

/** Part of a budget that is held free for lines of stderr. */
const SHARE = 0.2;
/** A line is known again by its start: of a long one a digest shows no more. */
const KNOWN_CHARS = 60;
const HEADING = 'stderr, not in the lines above:';

/** Lines that differ in numbers only are shown once by a digest. */
const keyOf = (line: string): string => line.trim().slice(0, KNOWN_CHARS).replace(/\d+/g, '0');

/** Bytes of the budget that lines of stderr may need; where most of an output is stderr, the digest shows it by itself. */
export function stderrBytes(
  { stderrBytes: bytes, textBytes }: Pick<OutputCapture, 'stderrBytes' | 'textBytes'>,
  budget: number,
): number {
  if (bytes === 0 || bytes * 2 > textBytes) return 0;
  return Math.min(Math.floor(budget * SHARE), bytes + HEADING.length + 2);
}

/** What stderr says and a digest of both streams does not show, in at most `maxBytes`; empty when it shows all of it. */
export async function drownedStderr(
  lines: readonly string[],
  shownText: string,
  { maxBytes, digest }: { readonly maxBytes: number; readonly digest: ToolContext['digestText'] },
): Promise<string> {
  const shown = new Set(splitLines(shownText).map(keyOf));
  const missing = lines.filter((line) => line.trim() !== '' && !shown.has(keyOf(line)));
  const room = maxBytes - HEADING.length - 2;
  if (missing.length === 0 || room <= 0) return '';
  const text = missing.join('\n');
  const said = byteLength(text) <= room ? text : (await digest(text, { maxBytes: room })).text;
  return `${HEADING}\n${said}`;
}
