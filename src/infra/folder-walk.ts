import { type Dirent, readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { realPath } from './real-path.ts';
import { statPath } from './stat-path.ts';

/** A walk that stands in front of a run ends after so many folders, or so many milliseconds of work. */
const MAX_FOLDERS = 8_000;
const MAX_WORK_MS = 150;
/** Others wait for this thread: it is given back after so long. */
const SLICE_MS = 5;

/** What to do with what was seen: go into it, not, or be done with all of it. */
type Step = 'enter' | 'pass' | 'end';
/** `limit`: there was more than may be looked at. */
type Ending = 'whole' | 'ended' | 'limit';

interface Folder {
  readonly path: string;
  /** It was reached by a link: no other is followed below it, so that the walk ends. */
  readonly isByLink: boolean;
}

/** Goes through folders by breadth, in slices. Links to folders are followed once; what cannot be read is empty. */
export class FolderWalk {
  /** Looked at so far. */
  folders = 0;
  private readonly visit: (path: string, isFolder: boolean) => Step;

  constructor(visit: (path: string, isFolder: boolean) => Step) {
    this.visit = visit;
  }

  /** @param starts absolute; they are not visited themselves */
  async run(starts: readonly string[]): Promise<Ending> {
    const queue: Folder[] = starts.map((path) => ({ path, isByLink: false }));
    let workedMs = 0;
    let sliceFrom = performance.now();
    for (let at = 0; at < queue.length; at += 1) {
      const nowMs = performance.now();
      if (nowMs - sliceFrom > SLICE_MS) {
        workedMs += nowMs - sliceFrom;
        await setImmediate();
        sliceFrom = performance.now();
      }
      if (this.folders >= MAX_FOLDERS || workedMs > MAX_WORK_MS) return 'limit';
      const folder = queue[at];
      if (folder === undefined) break;
      this.folders += 1;
      for (const entry of entriesOf(folder.path)) {
        const next = below(folder, entry);
        const step = this.visit(next.path, next.isFolder);
        if (step === 'end') return 'ended';
        if (step === 'enter') queue.push(next);
      }
    }
    return 'whole';
  }
}

function below({ path, isByLink }: Folder, entry: Dirent): Folder & { readonly isFolder: boolean } {
  const next = path === '/' ? `/${entry.name}` : `${path}/${entry.name}`;
  if (!entry.isSymbolicLink()) return { path: next, isByLink, isFolder: entry.isDirectory() };
  const isFolder =
    !isByLink && statPath(next)?.isDirectory() === true && !`${path}/`.startsWith(`${realPath(next)}/`);
  return { path: next, isByLink: true, isFolder };
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
