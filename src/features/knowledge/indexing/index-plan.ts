import { lstatSync } from 'node:fs';
import { systemCode } from '#core/errors.ts';
import type { Source } from '#storage/source.ts';
import type { Walk } from '../walk/walk-folder.ts';
import type { IndexLimits } from './index-limits.ts';
import type { PlannedFile } from './index-write.ts';

export interface IndexFolderRequest {
  /** Absolute. */
  readonly folder: string;
  /** In front of every file's name in the folder: empty, or with a slash at the end. */
  readonly labelPrefix: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly limits: IndexLimits;
  /** Absolute paths that are not entered. */
  readonly avoid: readonly string[];
  /** Rules by which files may not be read, as KnowledgePlace.reading knows them; absent: there are none. */
  readonly rules?: unknown;
  readonly sessionId: string | undefined;
  readonly nowMs: number;
}

/** Labels name places in the answers' lines. */
const labelOf = (prefix: string, name: string): string => (prefix + name).replace(/\p{Cc}/gu, '�');

/** What a folder's index has to look into. */
interface Plan {
  readonly files: readonly PlannedFile[];
  /** Of each file to look into, the bytes. */
  readonly bytes: readonly number[];
  readonly unchanged: number;
}

/** Files that are new, or of another size or date than when they were indexed. */
export function planFiles(walk: Walk, known: ReadonlyMap<string, Source>, request: IndexFolderRequest): Plan {
  const files: PlannedFile[] = [];
  const bytes: number[] = [];
  for (const found of walk.files) {
    const source = known.get(found.path);
    const isReady = source?.state === 'ready';
    if (isReady && source.bytes === found.bytes && source.mtimeMs === found.mtimeMs) continue;
    bytes.push(found.bytes);
    files.push({
      path: found.path,
      // A file keeps the name by which it came.
      label: source?.label ?? labelOf(request.labelPrefix, found.name),
      maxBytes: request.limits.maxFileBytes,
      knownHash: isReady ? source.hash : undefined,
      isFound: true,
      known: source,
      root: source === undefined ? request.folder : source.root,
    });
  }
  return { files, bytes, unchanged: walk.files.length - files.length };
}

function isGone(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (thrown) {
    return systemCode(thrown) === 'ENOTDIR';
  }
}

/**
 * Sources that came by a folder and are no longer in it. One that came by this very folder goes also when the rules leave
 * it out now; one that was named itself stays, and a search tells that its file is gone.
 */
export function vanished(
  known: readonly Source[],
  walk: Walk,
  taken: ReadonlySet<string>,
  request: IndexFolderRequest,
): readonly Source[] {
  const isComplete = walk.isWhole && request.include.length + request.exclude.length === 0;
  return known.filter((source) => {
    if (source.root === undefined || source.path === undefined || taken.has(source.path)) return false;
    return (isComplete && source.root === request.folder) || isGone(source.path);
  });
}
