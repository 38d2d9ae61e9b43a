import type { Script } from 'node:vm';
import { writeKept } from './kept-file.ts';

/**
 * Keeps the compiled code of a script for later processes, twice, behind the mark of its file: see compiled-script.ts, which
 * reads it. @throws the file system's error
 */
export function keepCode(path: string, mark: string, script: Script): void {
  const code = script.createCachedData();
  writeKept(path, [Buffer.from(`${mark}\n`), code, code]);
}
