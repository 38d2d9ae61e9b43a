import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writevSync,
} from 'node:fs';
import { makeFolder } from './make-folder.ts';

/** A link is not followed, and a pipe in the file's place is not waited for. Neither exists on Windows. */
const NO_FOLLOW = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Access for anybody but the owner. */
const OTHERS = 0o077;

/** Changes with every change of the file, and with the engine. @throws the file system's error */
export function markOfFile(file: string): string {
  const { dev, ino, size, mtimeMs, ctimeMs } = statSync(file);
  return [process.version, process.arch, file, dev, ino, size, mtimeMs, ctimeMs].join(' ');
}

/** What an earlier process kept; undefined when there is nothing, or not for certain of ours: what others could have written is not used. */
export function readKept(path: string): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | NO_FOLLOW);
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(fd);
    const uid = process.getuid?.();
    const isOurs = uid === undefined || (stat.uid === uid && (stat.mode & OTHERS) === 0);
    return stat.isFile() && isOurs ? readFileSync(fd) : undefined;
  } finally {
    closeSync(fd);
  }
}

/** Keeps something for later processes, in a file of the user's own: whole, or not at all. @throws the file system's error */
export function writeKept(path: string, parts: readonly Uint8Array[]): void {
  makeFolder(path.slice(0, path.lastIndexOf('/')));
  const part = `${path}.${process.pid}`;
  const fd = openSync(part, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW, 0o600);
  try {
    const length = parts.reduce((sum, bytes) => sum + bytes.length, 0);
    const isWhole = writevSync(fd, parts) === length;
    closeSync(fd);
    if (isWhole) renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}
