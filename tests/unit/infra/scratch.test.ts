import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { createScratch, removeOrphanedScratch, removeOwnScratch, removeScratch } from '#infra/scratch.ts';
import { tempFolder } from '../../helpers/store/programs.ts';

it('gives each run a private folder of its own and takes it away whole', async () => {
  const home = join(tempFolder(), 'home');
  const [a, b] = [createScratch(home), createScratch(home)];
  expect(a).not.toBe(b);
  expect(basename(a)).toMatch(new RegExp(`^run-${process.pid}-`));
  if (process.platform !== 'win32') expect(statSync(a).mode & 0o777).toBe(0o700);
  mkdirSync(join(a, 'deep'));
  writeFileSync(join(a, 'deep', 'file'), 'x');
  await removeScratch(a);
  await removeScratch(a);
  expect(readdirSync(join(home, 'scratch'))).toEqual([basename(b)]);
});

it('clears what dead servers left, and nothing else', () => {
  const home = tempFolder();
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const own = createScratch(home);
  const left = join(home, 'scratch', `run-${dead}-abc`);
  mkdirSync(join(left, 'deep'), { recursive: true });
  mkdirSync(join(home, 'scratch', 'something-else'));
  removeOrphanedScratch(home);
  expect(existsSync(left)).toBe(false);
  expect(readdirSync(join(home, 'scratch')).sort()).toEqual([basename(own), 'something-else'].sort());
});

it('at its end a server takes away what is its own, and nothing else', () => {
  const home = tempFolder();
  createScratch(home);
  const other = join(home, 'scratch', `run-${process.ppid}-abc`);
  mkdirSync(other);
  removeOwnScratch(home);
  expect(readdirSync(join(home, 'scratch'))).toEqual([basename(other)]);
});

it('where the data directory cannot be written, a run gets a folder elsewhere', async () => {
  const home = join(tempFolder(), 'file');
  writeFileSync(home, '');
  const folder = createScratch(home);
  expect(folder.startsWith(home)).toBe(false);
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
  await removeScratch(folder);
});

it('without a scratch folder there is nothing to do', () => {
  expect(() => removeOrphanedScratch(join(tempFolder(), 'none'))).not.toThrow();
});
