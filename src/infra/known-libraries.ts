import { markOfFile, readKept, writeKept } from './kept-file.ts';

/** Beside the compiled code of hooks. */
const FILE = 'cache/library';

/**
 * The native library that an earlier process looked at and found good: it is neither hashed nor tried out again while nothing
 * about its file has changed.
 */
export class KnownLibraries {
  private readonly path: string;

  constructor(home: string) {
    this.path = `${home}/${FILE}`;
  }

  /** False for another one, and for one that has changed or is gone. */
  has(library: string): boolean {
    try {
      return readKept(this.path)?.toString() === markOfFile(library);
    } catch {
      return false;
    }
  }

  add(library: string): void {
    try {
      writeKept(this.path, [Buffer.from(markOfFile(library))]);
    } catch {
      // A data folder that cannot be written costs time and nothing else; whoever records says so.
    }
  }
}
