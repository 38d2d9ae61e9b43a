import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '#core/json.ts';
import { writePrivate } from '#infra/write-private.ts';

/** A server's note: the placeholders that it uses now. */
const NOTE = /^placeholders-(\d+)\.json$/;

/**
 * Empty folders that stand where nothing may come into being: a mount needs something to lie on. They are there while
 * confined code runs. Only empty folders are ever removed, by the call that can remove nothing else.
 *
 * Removing one under another server's run would uncover it there; so every server notes which it uses, and the last one
 * removes them.
 */
export class Placeholders {
  private readonly users = new Map<string, number>();
  private removing: Promise<unknown> = Promise.resolve();
  private readonly folder: string;

  /** @param folder where servers note what they use; made when needed */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Those of all runs that are under way, of this server and others: what lies there counts as absent. */
  known(): ReadonlySet<string> {
    return new Set([...this.users.keys(), ...this.others().flatMap(({ paths }) => paths)]);
  }

  /**
   * Resolves when nothing is being removed. To be waited for before any are taken: removing one under a run that has begun
   * would uncover it.
   */
  async settled(): Promise<void> {
    for (let seen: Promise<unknown> | undefined; seen !== this.removing; ) {
      seen = this.removing;
      await seen;
    }
  }

  /** Makes them. Returns what gives them up again, at most once, and removes them a moment later; neither fails. */
  take(paths: readonly string[]): () => void {
    for (const path of paths) this.users.set(path, (this.users.get(path) ?? 0) + 1);
    this.note();
    for (const path of paths) {
      try {
        mkdirSync(path);
      } catch {
        // Another run made it, or nothing can be made there, which is as good.
      }
    }
    let isTaken = true;
    return () => {
      if (isTaken) this.giveUp(paths);
      isTaken = false;
    };
  }

  /** Removes what servers left that were killed. */
  clear(): void {
    for (const { pid, paths, file } of this.others()) {
      if (isAlive(pid)) continue;
      for (const path of paths) removeEmpty(path);
      rmSync(file, { force: true });
    }
  }

  private giveUp(paths: readonly string[]): void {
    const unused = paths.filter((path) => {
      const left = (this.users.get(path) ?? 1) - 1;
      if (left > 0) this.users.set(path, left);
      else this.users.delete(path);
      return left <= 0;
    });
    const alive = this.others().filter(({ pid }) => isAlive(pid));
    const used = new Set(alive.flatMap((other) => other.paths));
    const gone = unused.filter((path) => !used.has(path)).map((path) => rmdir(path).catch(() => undefined));
    this.removing = Promise.all([this.removing, ...gone]);
    this.note();
  }

  /** Removes all that this server uses, at once: for its end. */
  close(): void {
    for (const path of this.users.keys()) removeEmpty(path);
    this.users.clear();
    this.note();
  }

  private note(): void {
    const file = join(this.folder, `placeholders-${process.pid}.json`);
    try {
      if (this.users.size === 0) rmSync(file, { force: true });
      else writePrivate(file, JSON.stringify([...this.users.keys()]));
    } catch {
      // Where the data directory cannot be written no other server notes anything either.
    }
  }

  private others(): readonly {
    readonly pid: number;
    readonly paths: readonly string[];
    readonly file: string;
  }[] {
    return namesIn(this.folder).flatMap((name) => {
      const pid = Number(NOTE.exec(name)?.[1]);
      if (!Number.isInteger(pid) || pid === process.pid) return [];
      const file = join(this.folder, name);
      return [{ pid, file, paths: pathsIn(file) }];
    });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function pathsIn(file: string): readonly string[] {
  try {
    const read = parseJson(readFileSync(file, 'utf8'));
    return Array.isArray(read) ? read.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Gone, or something lies in it: then it is somebody's.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
