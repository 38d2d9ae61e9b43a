import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';

const PACKAGES = join(import.meta.dirname, '../../node_modules');
const FOLDERS = ['zod', '@modelcontextprotocol/sdk', 'typescript', 'vitest', 'esbuild'];
const TYPES = new Set(['.md', '.ts', '.js', '.mjs']);
const SMALLEST_FILE = 200;
const LARGEST_FILE = 400_000;

/** Docs and code of pinned packages, in the order of their names, up to the size. Absolute paths. */
export function corpusFiles(bytes: number): readonly string[] {
  const files: string[] = [];
  let left = bytes;
  for (const folder of FOLDERS) {
    const names = readdirSync(join(PACKAGES, folder), { recursive: true, encoding: 'utf8' }).toSorted();
    for (const name of names) {
      const path = join(PACKAGES, folder, name);
      if (left <= 0 || !TYPES.has(extname(name))) continue;
      const stat = statSync(path);
      if (!stat.isFile() || stat.size < SMALLEST_FILE || stat.size > LARGEST_FILE) continue;
      files.push(path);
      left -= stat.size;
    }
  }
  return files;
}

/** Copies the corpus into a folder, so that no rule of ours leaves a part of it out. Returns its bytes. */
export function copyCorpus(bytes: number, folder: string): number {
  let total = 0;
  for (const [index, file] of corpusFiles(bytes).entries()) {
    const text = readFileSync(file);
    const path = join(folder, `part-${Math.floor(index / 50)}`, `${index}${extname(file)}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    total += text.length;
  }
  return total;
}
