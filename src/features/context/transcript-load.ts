import type { ContextFacts, TranscriptMark } from '#core/context-load.ts';
import { isRecord, parseJson } from '#core/json.ts';
import { KIB, MIB } from '#core/units.ts';
import { tailLines } from '#infra/tail-lines.ts';

/** The last reply is almost always that near to the end: a look of this size costs nothing worth counting. */
const QUICK_BYTES = 256 * KIB;
/** Farther back nobody looks. */
const DEEP_BYTES = 4 * MIB;

/** What was found: the last mark, nothing, or nothing as far as a quick look goes. */
export type TranscriptLook =
  | { readonly kind: 'mark'; readonly mark: TranscriptMark }
  | { readonly kind: 'none' }
  | { readonly kind: 'farther' };

/** The newest line that says something about the load. A line that is no JSON (it may still be being written) says nothing. */
function lastMark(
  path: string,
  facts: ContextFacts,
  maxBytes: number,
  isWanted: (mark: TranscriptMark) => boolean,
): { readonly mark: TranscriptMark | undefined; readonly isDone: boolean } {
  let mark: TranscriptMark | undefined;
  const { isDone } = tailLines(path, maxBytes, (line) => {
    if (!facts.marks.some((text) => line.includes(text))) return false;
    const value = parseJson(line.toString('utf8'));
    const found = isRecord(value) ? facts.markOf(value) : undefined;
    if (found === undefined || !isWanted(found)) return false;
    mark = found;
    return true;
  });
  return { mark, isDone };
}

/** Looks for the last usage or compaction; `mayLookDeep`: more than the last lines may be read. */
export function lookAtTranscript(path: string, facts: ContextFacts, mayLookDeep: boolean): TranscriptLook {
  if (facts.marks.length === 0) return { kind: 'none' };
  const { mark, isDone } = lastMark(path, facts, mayLookDeep ? DEEP_BYTES : QUICK_BYTES, () => true);
  if (mark !== undefined) return { kind: 'mark', mark };
  return { kind: isDone || mayLookDeep ? 'none' : 'farther' };
}

/** True when the transcript, as far as it is in reach, shows that a hook added a text with `part` in it, at `sinceMs` or later. */
export function wasAdded(path: string, facts: ContextFacts, part: string, sinceMs: number): boolean {
  let isFound = false;
  tailLines(path, DEEP_BYTES, (line) => {
    if (!line.includes(facts.addedMark) || !line.includes(part)) return false;
    const value = parseJson(line.toString('utf8'));
    const added = isRecord(value) ? facts.addedOf(value) : undefined;
    if (added === undefined || !added.text.includes(part)) return false;
    isFound = (added.atMs ?? sinceMs) >= sinceMs;
    return true;
  });
  return isFound;
}

/** The last boundary of a compaction in reach; undefined when there is none. */
export function lastCompaction(path: string, facts: ContextFacts) {
  const { mark } = lastMark(path, facts, DEEP_BYTES, ({ kind }) => kind === 'compaction');
  return mark?.kind === 'compaction' ? mark : undefined;
}
