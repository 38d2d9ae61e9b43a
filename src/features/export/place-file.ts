import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { FileChange } from './change.ts';

/** For a file that was not there; the user's mask takes from it. */
const NEW_MODE = 0o644;

/** Makes the folders that are missing above a file; returns those it made, outermost first. */
export function makeFoldersFor(path: string): readonly string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); statSync(folder, { throwIfNoEntry: false }) === undefined; ) {
    missing.unshift(folder);
    folder = dirname(folder);
  }
  for (const folder of missing) mkdirSync(folder);
  return missing;
}

/** Takes away folders that we made and that hold nothing any more; returns those that still hold something. */
export function removeFolders(folders: readonly string[]): readonly string[] {
  const kept: string[] = [];
  // What lies deeper has the longer path.
  for (const folder of [...new Set(folders)].toSorted((a, b) => b.length - a.length)) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    if (readdirSync(folder).length === 0) rmdirSync(folder);
    else kept.push(folder);
  }
  return kept;
}

/** Puts a text where a change leads, at once and with the rights the file had; undefined removes the file. */
export function placeFile({ target }: Pick<FileChange, 'target'>, text: string | undefined): void {
  if (text === undefined) {
    rmSync(target, { force: true });
    return;
  }
  const mode = statSync(target, { throwIfNoEntry: false })?.mode;
  const temporary = `${target}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  try {
    writeFileSync(temporary, text, { mode: (mode ?? NEW_MODE) & 0o777, flag: 'wx' });
    // The mask takes from what is asked for; the rights that were there are the user's.
    if (mode !== undefined) chmodSync(temporary, mode & 0o777);
    renameSync(temporary, target);
  } finally {
    rmSync(temporary, { force: true });
  }
}
