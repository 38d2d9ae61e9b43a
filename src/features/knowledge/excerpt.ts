import { byteLength, sliceWhole, takeBytes } from '#core/text/bytes.ts';

export interface Excerpt {
  readonly text: string;
  /** Offsets in lines from the start of the passage, both included. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** How many of the terms (by their first letters, which survive stemming) a line holds. */
function weigh(line: string, stems: readonly string[]): number {
  const lower = line.toLowerCase();
  return stems.filter((stem) => lower.includes(stem)).length;
}

const stemOf = (term: string): string => {
  const lower = term.toLowerCase();
  return lower.length > 5 ? lower.slice(0, Math.max(5, lower.length - 3)) : lower;
};

/** The part of one long line around its first term. */
function withinLine(line: string, stems: readonly string[], maxBytes: number): string {
  const lower = line.toLowerCase();
  const at = Math.min(...stems.map((stem) => lower.indexOf(stem)).filter((i) => i >= 0), line.length);
  const from = at === line.length ? 0 : Math.max(0, at - Math.floor(maxBytes / 4));
  return `${from > 0 ? '…' : ''}${takeBytes(sliceWhole(line, from), Math.max(0, maxBytes - 6))}…`;
}

/** The lines of a passage around its best match, at most `maxBytes`. The whole passage when it fits. */
export function excerptAround(passage: string, terms: readonly string[], maxBytes: number): Excerpt {
  const lines = passage.replace(/\n$/, '').split('\n');
  if (byteLength(passage) <= maxBytes)
    return { text: lines.join('\n'), firstLine: 0, lastLine: lines.length - 1 };
  const stems = terms.map(stemOf);
  const weights = lines.map((line) => weigh(line, stems));
  const best = weights.indexOf(Math.max(...weights));
  const bestLine = lines[best] ?? '';
  if (byteLength(bestLine) > maxBytes) {
    return { text: withinLine(bestLine, stems, maxBytes), firstLine: best, lastLine: best };
  }
  let first = best;
  let last = best;
  let left = maxBytes - byteLength(bestLine);
  for (let grew = true; grew; ) {
    grew = false;
    for (const next of [last + 1, first - 1]) {
      const line = lines[next];
      const cost = line === undefined ? Number.POSITIVE_INFINITY : byteLength(line) + 1;
      if (cost > left) continue;
      left -= cost;
      if (next > last) last = next;
      else first = next;
      grew = true;
    }
  }
  return { text: lines.slice(first, last + 1).join('\n'), firstLine: first, lastLine: last };
}
