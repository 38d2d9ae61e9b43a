import { readFileSync } from 'node:fs';
import type { Script } from 'node:vm';
import { markOfFile, readKept } from './kept-file.ts';

/** Compiled code of scripts, below the data folder, which no confined code can write. */
const FOLDER = 'cache';
const LINE_FEED = 10;
/** The bundle that keeps what was compiled: few processes need it. */
const KEEPER = 'keep-code.cjs';

/**
 * The engine believes whatever it is given, and ends the process over one wrong byte. The code stands in the file twice: to
 * compare it takes no time, where a hash would take milliseconds.
 *
 * What an earlier process kept under this mark; undefined when there is nothing.
 */
function keptCode(path: string, mark: string): Buffer | undefined {
  const bytes = readKept(path);
  if (bytes === undefined) return undefined;
  const start = bytes.indexOf(LINE_FEED) + 1;
  const middle = start + (bytes.length - start) / 2;
  const code = bytes.subarray(start, middle);
  const isRight = bytes.toString('utf8', 0, start) === `${mark}\n` && code.equals(bytes.subarray(middle));
  return isRight ? code : undefined;
}

/** Loads the bundles beside this one. Compiling one takes longer than it runs: what an earlier process compiled is used. */
export class CompiledScripts {
  private readonly folder: string;
  private readonly home: string;
  private readonly unkept: (readonly [path: string, mark: string, script: Script])[] = [];

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
    const mark = markOfFile(file);
    const path = `${this.home}/${FOLDER}/${name}-${use}.bin`;
    const cachedData = keptCode(path, mark);
    const code = `(function (exports, require, module, __dirname) {${readFileSync(file, 'utf8')}\n})`;
    const script = new vm.Script(code, {
      filename: file,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected === true)
      this.unkept.push([path, mark, script]);
    const module = { exports: {} };
    script.runInThisContext()(module.exports, require, module, this.folder);
    return module.exports;
  }

  /** Keeps what was compiled; after the answer, since nobody has to wait for it. Without it the next process compiles again. */
  settle(): void {
    for (const compiled of this.unkept) {
      try {
        (require(`${this.folder}/${KEEPER}`) as typeof import('./keep-code.ts')).keepCode(...compiled);
      } catch {
        // A data folder that cannot be written costs time and nothing else; whoever records says so.
      }
    }
  }
}
