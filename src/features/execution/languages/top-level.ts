import { INNER_BREAK } from './mask-text.ts';

/** A run of whole lines of a snippet, between which no bracket, string or comment is open. */
export interface Chunk {
  readonly text: string;
  /** The same without comments and strings. */
  readonly masked: string;
  /** 1-based line of the snippet. */
  readonly line: number;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Splits a snippet at the ends of lines where nothing is open. Chunks joined by line breaks are the snippet again.
 * `masked` is the code as `maskText` returns it.
 */
export function topLevelChunks(code: string, masked: string): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let [depth, start, end, line] = [0, 0, 0, 1];
  for (const part of masked.split('\n')) {
    depth += count(part, /[({[]/g) - count(part, /[)}\]]/g);
    end += part.length;
    if (depth <= 0 || end === masked.length) {
      const chunk = masked.slice(start, end);
      chunks.push({ text: code.slice(start, end), masked: chunk, line });
      line += 1 + count(chunk, new RegExp(`\\n|${INNER_BREAK}`, 'g'));
      start = end + 1;
      depth = 0;
    }
    end += 1;
  }
  return chunks;
}
