import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '#infra/make-folder.ts';
import { tempFolder } from '../../helpers/store/programs.ts';

const mode = (path: string): number => statSync(path).mode & 0o777;

it('makes all that is missing, for the owner only, and leaves what is there', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'open'), { mode: 0o755 });
  makeFolder(`${folder}/open/a//b/`);
  makeFolder(`${folder}/open/a/b`);
  expect(statSync(join(folder, 'open', 'a', 'b')).isDirectory()).toBe(true);
  if (process.platform === 'win32') return;
  expect(['open', 'open/a', 'open/a/b'].map((name) => mode(join(folder, name)))).toEqual([
    0o755, 0o700, 0o700,
  ]);
});

it('follows a link to a folder above, as every path does', () => {
  const [folder, target] = [tempFolder(), tempFolder()];
  symlinkSync(target, join(folder, 'link'), 'junction');
  makeFolder(`${folder}/link/a`);
  expect(statSync(join(target, 'a')).isDirectory()).toBe(true);
});

it.each(['file', 'file/a/b'])('says that a file is in the way: %s', (name) => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolder(`${folder}/${name}`)).toThrow(/EEXIST|ENOTDIR/);
});

it.skipIf(process.platform !== 'linux').each(['/proc/nope', '/proc/nope/a/b', '/proc/self/fd/a'])(
  'ends where a folder that exists answers that it does not: %s',
  (path) => {
    expect(() => makeFolder(path)).toThrow(/ENOENT/);
  },
);
