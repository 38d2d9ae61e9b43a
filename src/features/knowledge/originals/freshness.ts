import { statPath } from '#infra/stat-path.ts';
import type { Source } from '#storage/source.ts';
import type { FileFacts } from '#storage/source-store.ts';
import type { KnowledgePlace } from '../jobs.ts';

/** So many files are looked at before a search: about a third of a millisecond. The next search looks at the next ones. */
const LOOK_FILES = 100;
/** A pending file that is younger is being indexed by somebody. */
const PENDING_MS = 120_000;

/** What a look at some files found. */
export interface Stale {
  readonly ids: readonly number[];
  /** Of all of them together, as they are now. */
  readonly bytes: number;
}

/**
 * Finds indexed files that changed on disk, a bounded number at a time and all of them in turn. Not by a time window: the
 * file's size and date are compared. A file that is gone is not stale; a search tells it.
 */
export class StaleFiles {
  private readonly place: Pick<KnowledgePlace, 'sources'>;
  private lastId = 0;
  /** Size and date of files that could not be taken in: they are tried again when they change once more. */
  private readonly refused = new Map<number, string>();

  constructor(place: Pick<KnowledgePlace, 'sources'>) {
    this.place = place;
  }

  look(nowMs: number): Stale {
    const files = this.place.sources.filesAfter(this.lastId, LOOK_FILES, nowMs - PENDING_MS);
    this.lastId = files.length < LOOK_FILES ? 0 : (files.at(-1)?.id ?? 0);
    const ids: number[] = [];
    let bytes = 0;
    for (const source of files) {
      const size = this.changedSize(source);
      if (size === undefined) continue;
      ids.push(source.id);
      bytes += size;
    }
    return { ids, bytes };
  }

  /** These could not be taken in as they are now. */
  refuse(sources: readonly Source[]): void {
    for (const source of sources) this.refused.set(source.id, stateOf(source.path)?.text ?? '');
  }

  private changedSize(source: FileFacts): number | undefined {
    const now = stateOf(source.path);
    if (now === undefined || this.refused.get(source.id) === now.text) return undefined;
    const isAsIndexed =
      source.state === 'ready' && now.bytes === source.bytes && now.mtimeMs === source.mtimeMs;
    return isAsIndexed ? undefined : now.bytes;
  }
}

interface FileState {
  readonly bytes: number;
  readonly mtimeMs: number;
  readonly text: string;
}

function stateOf(path: string | undefined): FileState | undefined {
  const stat = path === undefined ? undefined : statPath(path);
  if (stat === undefined || !stat.isFile()) return undefined;
  const mtimeMs = Math.round(stat.mtimeMs);
  return { bytes: stat.size, mtimeMs, text: `${stat.size} ${mtimeMs}` };
}
