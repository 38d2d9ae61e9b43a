import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '#core/errors.ts';
import { makeFolder } from '#infra/make-folder.ts';
import { isAlive } from '#infra/process/is-alive.ts';
import { statPath } from '#infra/stat-path.ts';

/** Twice what one run needs, since runs overlap. */
const KEPT = 40;
const NAME = /^spare-(\d+)$/;

/**
 * Empty folders made ahead of need: making one takes up to a millisecond on ext4, moving one a twentieth of that. Where
 * they lie on another disk than what they are for, they are made on the spot.
 */
export class SpareFolders {
  private readonly root: string;
  private readonly folder: string;
  private spare: string[] = [];
  private made = 0;
  private isOtherDisk = false;
  private isFilling = false;
  private isClosed = false;

  /** @param root where this server's own folder of them is made */
  constructor(root: string) {
    this.root = root;
    this.folder = join(root, `spare-${process.pid}`);
  }

  /** Puts an empty folder at the path, unless something lies there or none can be made. Never fails. */
  put(path: string): void {
    // Moving one over another run's would take that one's mount away.
    if (statPath(path) !== undefined) return;
    const spare = this.isOtherDisk ? undefined : this.spare.pop();
    try {
      if (spare === undefined) mkdirSync(path);
      else renameSync(spare, path);
    } catch (thrown) {
      if (systemCode(thrown) !== 'EXDEV') return;
      this.isOtherDisk = true;
      this.put(path);
    }
  }

  /** Makes what is missing, beside whatever else happens. Never fails. */
  async refill(): Promise<void> {
    if (this.isOtherDisk || this.isFilling) return;
    this.isFilling = true;
    try {
      makeFolder(this.folder);
      while (!this.isClosed && this.spare.length < KEPT) {
        this.made += 1;
        const path = join(this.folder, String(this.made));
        await mkdir(path);
        this.spare.push(path);
      }
    } catch {
      // Without a data directory they are made on the spot.
    }
    this.isFilling = false;
    if (this.isClosed) this.remove();
  }

  /** Removes those of this server; the last that is being made right now follows by itself. Never fails. */
  close(): void {
    this.isClosed = true;
    this.spare = [];
    this.remove();
  }

  private remove(): void {
    try {
      rmSync(this.folder, { recursive: true, force: true });
    } catch {
      // One came into being meanwhile: who makes it removes it, or `clear` of the next server.
    }
  }

  /** Removes those of servers that were killed. */
  clear(): void {
    try {
      for (const name of readdirSync(this.root)) {
        const pid = Number(NAME.exec(name)?.[1]);
        if (Number.isInteger(pid) && !isAlive(pid))
          rmSync(join(this.root, name), { recursive: true, force: true });
      }
    } catch {
      // There is no such folder yet.
    }
  }
}
