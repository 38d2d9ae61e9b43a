import { byteLength, takeBytes } from '#core/text/bytes.ts';
import { fold } from '#core/text/fold.ts';
import type { QueryUnit } from './query.ts';

export interface Excerpt {
  readonly text: string;
  /** Offsets in lines from the start of the passage, both included. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** The part of one long line around what was looked for. */
function withinLine(line: string, literal: string, units: readonly QueryUnit[], maxBytes: number): string {
  const lower = fold(line);
  const needles = [literal, ...units.map((unit) => unit.word), ...units.flatMap((unit) => unit.forms.flat())];
  const at =
    needles.map((needle) => (needle.length > 1 ? lower.indexOf(needle) : -1)).find((i) => i >= 0) ?? 0;
  const from = at < maxBytes / 2 ? 0 : at - Math.floor(maxBytes / 4);
  const room = Math.max(0, maxBytes - (from > 0 ? 6 : 3));
  return `${from > 0 ? '…' : ''}${takeBytes(line.slice(from), room)}…`;
}

export interface ExcerptRequest {
  readonly passage: string;
  /** Index of the line to be shown in any case. */
  readonly bestLine: number;
  readonly literal: string;
  readonly units: readonly QueryUnit[];
  readonly maxBytes: number;
}

/** The lines of a passage around its best line, at most `maxBytes`. The whole passage when it fits. */
export function excerptAround({ passage, bestLine, literal, units, maxBytes }: ExcerptRequest): Excerpt {
  const lines = passage.replace(/\r?\n$/, '').split('\n');
  if (byteLength(passage) <= maxBytes) {
    return { text: lines.join('\n'), firstLine: 0, lastLine: lines.length - 1 };
  }
  const best = lines[bestLine] ?? '';
  if (byteLength(best) > maxBytes) {
    return { text: withinLine(best, literal, units, maxBytes), firstLine: bestLine, lastLine: bestLine };
  }
  let first = bestLine;
  let last = bestLine;
  let left = maxBytes - byteLength(best);
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
