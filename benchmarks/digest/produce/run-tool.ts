import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Files of a project by path. */
export type Files = Readonly<Record<string, string>>;

const ROOT = '/tmp/corpus';
const MAX_BYTES = 64 * 1024 * 1024;

/** Writes the files into an empty folder and returns it. */
export function writeProject(name: string, files: Files): string {
  const folder = join(ROOT, name);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Runs a shell command; both streams in one, as a terminal shows them, without colours. */
export function runTool(folder: string, command: string): { readonly text: string; readonly exit: number } {
  const env = {
    ...process.env,
    NO_COLOR: '1',
    CI: 'true',
    TERM: 'dumb',
    LC_ALL: 'C.UTF-8',
    NODE_OPTIONS: '',
  };
  const done = spawnSync('bash', ['-c', `exec 2>&1; ${command}`], {
    cwd: folder,
    env,
    maxBuffer: MAX_BYTES,
    timeout: 240_000,
  });
  return { text: stripVTControlCharacters(done.stdout.toString('utf8')), exit: done.status ?? 1 };
}
