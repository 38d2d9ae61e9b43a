import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord, parseJson } from '#core/json.ts';
import { isAlive } from '#infra/process/is-alive.ts';
import { writePrivate } from '#infra/write-private.ts';
import { SpareFolders } from './spare-folders.ts';

/** A server's note: the placeholders that it uses now, and those that it is removing. */
const NOTE = /^placeholders-(\d+)\.json$/;
/** Another server's removal takes milliseconds; one that hangs is not waited for longer than this. */
const WAIT_LIMIT_MS = 1_000;
const WAIT_STEP_MS = 2;

interface Note {
  readonly pid: number;
  readonly file: string;
  readonly used: readonly string[];
  readonly removing: readonly string[];
}

/**
 * Empty folders that stand where nothing may come into being: a mount needs something to lie on. They are there while
 * confined code runs. Only empty folders are ever removed, by the call that can remove nothing else.
 *
 * Removing one under a run would uncover it there. So who takes notes first that it uses them, and then looks who is
 * removing; who gives up notes first that it is removing, and then looks who uses them: one of two sees the other.
 */
export class Placeholders {
  private readonly users = new Map<string, number>();
  private readonly leaving = new Set<string>();
  private removing: Promise<unknown> = Promise.resolve();
  private readonly folder: string;
  private readonly spares: SpareFolders;

  /** @param folder where servers note what they use; made when needed */
  constructor(folder: string) {
    this.folder = folder;
    this.spares = new SpareFolders(folder);
  }

  /** Those of all runs that are under way, of this server and others: what lies there counts as absent. */
  known(): ReadonlySet<string> {
    const others = this.others().flatMap(({ used, removing }) => [...used, ...removing]);
    return new Set([...this.users.keys(), ...this.leaving, ...others]);
  }

  /** Makes them. Returns what gives them up again, at most once, and removes them a moment later. Neither fails. */
  async take(paths: readonly string[]): Promise<() => void> {
    for (const path of paths) this.users.set(path, (this.users.get(path) ?? 0) + 1);
    this.note();
    await this.settled();
    await this.othersSettled(new Set(paths));
    for (const path of paths) this.spares.put(path);
    let isTaken = true;
    return () => {
      if (isTaken) this.giveUp(paths);
      isTaken = false;
    };
  }

  /** Resolves when this server removes nothing. */
  private async settled(): Promise<void> {
    for (let seen: Promise<unknown> | undefined; seen !== this.removing; ) {
      seen = this.removing;
      await seen;
    }
  }

  private async othersSettled(paths: ReadonlySet<string>): Promise<void> {
    const untilMs = performance.now() + WAIT_LIMIT_MS;
    const isRemoving = (): boolean =>
      this.others().some(({ pid, removing }) => removing.some((path) => paths.has(path)) && isAlive(pid));
    while (isRemoving() && performance.now() < untilMs) await sleep(WAIT_STEP_MS);
  }

  /** Removes what servers left that were killed. */
  clear(): void {
    this.spares.clear();
    void this.spares.refill();
    for (const { pid, used, removing, file } of this.others()) {
      if (isAlive(pid)) continue;
      for (const path of [...used, ...removing]) removeEmpty(path);
      rmSync(file, { force: true });
    }
  }

  private giveUp(paths: readonly string[]): void {
    for (const path of paths) {
      const left = (this.users.get(path) ?? 1) - 1;
      if (left > 0) this.users.set(path, left);
      else {
        this.users.delete(path);
        this.leaving.add(path);
      }
    }
    this.note();
    this.removing = this.removing.then(() => this.removeLeaving());
  }

  /** Those that nobody took again meanwhile, neither here nor in another server. */
  private async removeLeaving(): Promise<void> {
    const alive = this.others().filter(({ pid }) => isAlive(pid));
    const used = new Set([...this.users.keys(), ...alive.flatMap((other) => other.used)]);
    const gone = [...this.leaving].filter((path) => !used.has(path));
    await Promise.all(gone.map((path) => rmdir(path).catch(() => undefined)));
    this.leaving.clear();
    this.note();
    void this.spares.refill();
  }

  /** Removes all that this server uses, at once: for its end. */
  close(): void {
    for (const path of [...this.users.keys(), ...this.leaving]) removeEmpty(path);
    this.users.clear();
    this.leaving.clear();
    this.note();
    this.spares.close();
  }

  private note(): void {
    const file = join(this.folder, `placeholders-${process.pid}.json`);
    const [used, removing] = [[...this.users.keys()], [...this.leaving]];
    try {
      if (used.length + removing.length === 0) rmSync(file, { force: true });
      else writePrivate(file, JSON.stringify({ used, removing }));
    } catch {
      // Where the data directory cannot be written no other server notes anything either.
    }
  }

  private others(): readonly Note[] {
    return namesIn(this.folder).flatMap((name) => {
      const pid = Number(NOTE.exec(name)?.[1]);
      if (!Number.isInteger(pid) || pid === process.pid) return [];
      const file = join(this.folder, name);
      return [{ pid, file, ...readNote(file) }];
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

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];

function readNote(file: string): Pick<Note, 'used' | 'removing'> {
  try {
    const read = parseJson(readFileSync(file, 'utf8'));
    return isRecord(read)
      ? { used: texts(read.used), removing: texts(read.removing) }
      : { used: [], removing: [] };
  } catch {
    return { used: [], removing: [] };
  }
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Gone, or something lies in it: then it is somebody's.
  }
}
