import { type Dirent, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Ignore } from 'ignore';
import { AppError, systemCode } from '#core/errors.ts';
import { commonDirectory, findRepository } from '#infra/project.ts';
import { statPath } from '#infra/stat-path.ts';
import type { IndexLimits } from '../indexing/index-limits.ts';
import { fileDefault, folderDefault } from './walk-defaults.ts';
import {
  enterFolder,
  includeFolder,
  type Levels,
  patterns,
  type Ruling,
  repositoryLevels,
  ruling,
} from './walk-rules.ts';
import { type SkipReason, Skips } from './walk-skips.ts';

interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** From the folder, with slashes. */
  readonly name: string;
  readonly bytes: number;
  readonly mtimeMs: number;
}

export interface WalkRequest {
  /** Absolute. A link to a folder is followed, since it was named; links inside are not. */
  readonly folder: string;
  /** Patterns as in a `.gitignore`: only files that fit one. Empty: all. */
  readonly include: readonly string[];
  /** Patterns as in a `.gitignore`: what fits one is left out. */
  readonly exclude: readonly string[];
  readonly limits: IndexLimits;
  /** Absolute paths of folders that are not entered: our own data. */
  readonly avoid: readonly string[];
  /** False for a file that a permission rule speaks against. Absent: none does. */
  readonly mayRead?: ((path: string) => boolean) | undefined;
  /** Asked once per folder; true ends the walk. */
  readonly isCancelled: () => boolean;
  /** Told of every file that is found, as their number so far. */
  readonly onFile?: ((files: number) => void) | undefined;
}

export interface Walk {
  /** By levels, each sorted by name: when a limit is hit, what lies deepest is missing. */
  readonly files: readonly FoundFile[];
  readonly skips: Skips;
  /** Limits that ended the walk or kept it out of folders. Empty: the whole folder was seen. */
  readonly hit: ReadonlySet<keyof IndexLimits>;
  /** False when a limit, a cancellation or an unreadable folder hid files: what was not found may exist. */
  readonly isWhole: boolean;
}

interface Folder {
  readonly path: string;
  /** From the walked folder; empty, or with a slash at the end. */
  readonly name: string;
  /** From the top of the repository, as rules see it; empty, or with a slash at the end. */
  readonly rulePath: string;
  readonly levels: Levels;
  readonly depth: number;
}

/** Rules around the folder. None when they ignore the folder itself: it was named, so what lies in it is wanted. */
function surroundings(folder: string): Pick<Folder, 'rulePath' | 'levels'> {
  const repository = findRepository(folder);
  if (repository === undefined || repository.root === folder) return { rulePath: '', levels: [] };
  let levels = enterFolder(repositoryLevels(repository.commonDir, ''), repository.root, '');
  let rulePath = '';
  for (const part of relative(repository.root, folder).split(sep)) {
    rulePath += `${part}/`;
    const said = ruling(levels, rulePath);
    if (said === 'ignored') return { rulePath: '', levels: [] };
    if (said === 'included') levels = includeFolder(levels, rulePath);
    const path = join(repository.root, rulePath);
    // The folder's own file is read when the walk enters it.
    if (path !== join(folder, '/')) levels = enterFolder(levels, path, rulePath);
  }
  return { rulePath, levels };
}

class FolderWalk {
  readonly files: FoundFile[] = [];
  readonly skips = new Skips();
  readonly hit = new Set<keyof IndexLimits>();
  isWhole = true;
  private readonly request: WalkRequest;
  private readonly included: Ignore | undefined;
  private readonly excluded: Ignore | undefined;
  private readonly queue: Folder[] = [];
  private bytes = 0;

  constructor(request: WalkRequest) {
    this.request = request;
    this.included = patterns(request.include);
    this.excluded = patterns(request.exclude);
  }

  run(): void {
    const { folder } = this.request;
    this.queue.push({ path: folder, name: '', depth: 1, ...surroundings(folder) });
    for (let at = 0; at < this.queue.length && !this.isFull(); at += 1) {
      if (this.request.isCancelled()) {
        this.isWhole = false;
        return;
      }
      const next = this.queue[at];
      if (next !== undefined) this.enter(next);
    }
    if (this.hit.size > 0) this.isWhole = false;
  }

  private isFull(): boolean {
    return this.hit.has('maxFiles') || this.hit.has('maxBytes');
  }

  private enter(folder: Folder): void {
    const entries = this.list(folder);
    if (entries === undefined) return;
    const gitDir = entries.some(({ name }) => name === '.git') ? commonDirectory(folder.path) : undefined;
    // A repository inside another one has rules of its own.
    const around = gitDir === undefined ? folder.levels : repositoryLevels(gitDir, folder.rulePath);
    const inside = { ...folder, levels: enterFolder(around, folder.path, folder.rulePath) };
    const names = entries.map(({ name }) => name);
    for (const entry of entries) {
      if (entry.name === '.git') continue;
      if (entry.isDirectory()) this.meetFolder(inside, entry.name, names);
      else this.meetFile(inside, entry);
      if (this.isFull()) return;
    }
  }

  private list(folder: Folder): readonly Dirent[] | undefined {
    try {
      return readdirSync(folder.path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (thrown) {
      if (folder.depth === 1) {
        const code = systemCode(thrown) ?? String(thrown);
        throw new AppError('FILE_UNREADABLE', `${folder.path} cannot be listed (${code}).`, {
          cause: thrown,
        });
      }
      this.skips.add('unreadable', folder.name);
      this.isWhole = false;
      return undefined;
    }
  }

  private meetFolder(parent: Folder, entry: string, siblings: readonly string[]): void {
    const name = `${parent.name}${entry}/`;
    const path = join(parent.path, entry);
    const rulePath = `${parent.rulePath}${entry}/`;
    if (this.request.avoid.includes(path)) return;
    const said = ruling(parent.levels, rulePath);
    const reason = this.reasonAgainst(name, said) ?? folderReason(said, entry, siblings);
    if (reason !== undefined) this.skips.add(reason, name);
    else if (parent.depth >= this.request.limits.maxDepth) this.hit.add('maxDepth');
    else {
      const levels = said === 'included' ? includeFolder(parent.levels, rulePath) : parent.levels;
      this.queue.push({ path, name, rulePath, levels, depth: parent.depth + 1 });
    }
  }

  private meetFile(parent: Folder, entry: Dirent): void {
    const name = parent.name + entry.name;
    if (this.included !== undefined && !this.included.test(name).ignored) return;
    const said = ruling(parent.levels, parent.rulePath + entry.name);
    const reason = this.reasonAgainst(name, said) ?? fileReason(said, entry);
    const path = join(parent.path, entry.name);
    if (reason !== undefined) this.skips.add(reason, name);
    else if (this.request.mayRead?.(path) === false) this.skips.add('forbidden', name);
    else this.take(path, name);
  }

  private take(path: string, name: string): void {
    const { limits } = this.request;
    const stat = statPath(path);
    if (stat === undefined) this.skips.add('unreadable', name);
    else if (stat.size > limits.maxFileBytes) this.skips.add('too large', name);
    else if (this.files.length >= limits.maxFiles) this.hit.add('maxFiles');
    else if (this.bytes + stat.size > limits.maxBytes) this.hit.add('maxBytes');
    else {
      this.bytes += stat.size;
      this.files.push({ path, name, bytes: stat.size, mtimeMs: Math.round(stat.mtimeMs) });
      this.request.onFile?.(this.files.length);
    }
  }

  private reasonAgainst(name: string, said: Ruling): SkipReason | undefined {
    if (this.excluded?.test(name).ignored) return 'excluded';
    return said === 'ignored' ? 'ignored' : undefined;
  }
}

const folderReason = (said: Ruling, name: string, siblings: readonly string[]): SkipReason | undefined =>
  said === 'included' ? undefined : folderDefault(name, siblings);

function fileReason(said: Ruling, entry: Dirent): SkipReason | undefined {
  if (entry.isSymbolicLink()) return 'link';
  if (!entry.isFile()) return 'special';
  const reason = fileDefault(entry.name);
  // A rule can want what tools made; it cannot make text of what is none.
  return said === 'included' && reason !== 'binary' ? undefined : reason;
}

/** Finds the files of a folder that are worth indexing. @throws AppError FILE_UNREADABLE when it cannot be listed */
export function walkFolder(request: WalkRequest): Walk {
  const walk = new FolderWalk(request);
  walk.run();
  return walk;
}
