import { readSmallFile } from './read-small.ts';

/** Folders that are looked through upwards. */
const MAX_LEVELS = 40;
const MAX_BYTES = 4_096;

/**
 * The branch that is checked out in the repository around a folder, the first characters of the commit when it is none;
 * undefined outside of any. Read from its files: git itself would cost a process.
 */
export function gitBranch(folder: string): string | undefined {
  let at = folder;
  for (let level = 0; level < MAX_LEVELS && at !== ''; level += 1) {
    const head = readSmallFile(`${at}/.git/HEAD`, MAX_BYTES) ?? linkedHead(at);
    if (head !== undefined) return /^ref: refs\/heads\/(.+)/.exec(head)?.[1] ?? head.trim().slice(0, 8);
    at = at.replace(/[\\/][^\\/]*$/, '');
  }
  return undefined;
}

/** In a second working tree `.git` is a file that names the folder. */
function linkedHead(folder: string): string | undefined {
  const target = /^gitdir: (.+)/.exec(readSmallFile(`${folder}/.git`, MAX_BYTES) ?? '')?.[1]?.trim();
  if (target === undefined) return undefined;
  const absolute = /^(?:[\\/]|[A-Za-z]:)/.test(target) ? target : `${folder}/${target}`;
  return readSmallFile(`${absolute}/HEAD`, MAX_BYTES);
}
