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
import type { Script } from 'node:vm';
import { makeFolder } from './make-folder.ts';

/** Compiled code of scripts, below the data folder, which no confined code can write. */
const FOLDER = 'cache';
/** A link is not followed, and a pipe in the file's place is not waited for. Neither exists on Windows. */
const NO_FOLLOW = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Access for anybody but the owner. */
const OTHERS = 0o077;
const LINE_FEED = 10;

/** Changes with every change of the file, and with the engine, whose code fits no other. */
function markOf(file: string): string {
  const { dev, ino, size, mtimeMs, ctimeMs } = statSync(file);
  return [process.version, process.arch, file, dev, ino, size, mtimeMs, ctimeMs].join(' ');
}

/**
 * The engine believes whatever it is given, and ends the process over one wrong byte. The code stands in the file twice: to
 * compare it takes no time, where a hash would take milliseconds.
 *
 * What an earlier process kept under this mark; undefined when there is nothing, or not for certain of ours: code that
 * others could have written is not run.
 */
function keptCode(path: string, mark: string): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | NO_FOLLOW);
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(fd);
    const uid = process.getuid?.();
    if (!stat.isFile() || (uid !== undefined && (stat.uid !== uid || (stat.mode & OTHERS) !== 0)))
      return undefined;
    const bytes = readFileSync(fd);
    const start = bytes.indexOf(LINE_FEED) + 1;
    const middle = start + (bytes.length - start) / 2;
    const code = bytes.subarray(start, middle);
    const isRight = bytes.toString('utf8', 0, start) === `${mark}\n` && code.equals(bytes.subarray(middle));
    return isRight ? code : undefined;
  } finally {
    closeSync(fd);
  }
}

/** @throws the file system's error */
function keepCode(path: string, mark: string, script: Script): void {
  makeFolder(path.slice(0, path.lastIndexOf('/')));
  const part = `${path}.${process.pid}`;
  const fd = openSync(part, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW, 0o600);
  try {
    const code = script.createCachedData();
    const parts = [Buffer.from(`${mark}\n`), code, code];
    const length = parts.reduce((sum, bytes) => sum + bytes.length, 0);
    const isWhole = writevSync(fd, parts) === length;
    closeSync(fd);
    if (isWhole) renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Loads the bundles beside this one. Compiling one takes longer than it runs: what an earlier process compiled is used. */
export class CompiledScripts {
  private readonly folder: string;
  private readonly home: string;
  private readonly unkept: (() => void)[] = [];

  /** @param folder holds the bundles */
  constructor(folder: string, home: string) {
    this.folder = folder;
    this.home = home;
  }

  /**
   * What the bundle exports.
   * @param use what is asked of it: what one use needs another one may not
   * @throws what its own code throws
   */
  load(name: string, use: string): unknown {
    const file = `${this.folder}/${name}`;
    // Not imported: most hooks load nothing beside this bundle.
    const vm = process.getBuiltinModule?.('node:vm');
    if (vm === undefined) return require(file);
    const mark = markOf(file);
    const path = `${this.home}/${FOLDER}/${name}-${use}.bin`;
    const cachedData = keptCode(path, mark);
    const code = `(function (exports, require, module, __dirname) {${readFileSync(file, 'utf8')}\n})`;
    const script = new vm.Script(code, {
      filename: file,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected === true)
      this.unkept.push(() => keepCode(path, mark, script));
    const module = { exports: {} };
    script.runInThisContext()(module.exports, require, module, this.folder);
    return module.exports;
  }

  /** Keeps what was compiled; after the answer, since nobody has to wait for it. Without it the next process compiles again. */
  settle(): void {
    for (const keep of this.unkept) {
      try {
        keep();
      } catch {
        // A data folder that cannot be written costs time and nothing else; whoever records says so.
      }
    }
  }
}
