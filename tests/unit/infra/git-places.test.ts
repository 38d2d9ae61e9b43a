import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { maySupply } from '#infra/git-tracked.ts';
import { mainCheckout } from '#infra/project.ts';
import { makePlace } from '../../helpers/product/places.ts';

const LOCAL = join('.claude', 'settings.local.json');

function repository(...config: readonly string[]) {
  const place = makePlace();
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...config, ...args], {
      cwd: place.project,
      env: place.env,
      stdio: 'pipe',
    });
  git('init', '-q');
  mkdirSync(join(place.project, '.claude'));
  writeFileSync(join(place.project, LOCAL), '{}');
  writeFileSync(join(place.project, 'a.txt'), 'a');
  git('add', 'a.txt');
  return { ...place, git };
}

it.each<[string, readonly string[]]>([
  ['a plain index', []],
  ['an index of version 4', ['-c', 'index.version=4']],
])('a local file is supplied by the repository once it is tracked: %s', (_name, config) => {
  const { project, git } = repository(...config);
  if (config.length === 0) expect(maySupply(project, join(project, LOCAL))).toBe(false);
  git('add', '-f', LOCAL);
  expect(maySupply(project, join(project, LOCAL))).toBe(true);
});

it('a split index may hold it', () => {
  const { project, git } = repository();
  git('add', '-f', LOCAL);
  git('update-index', '--split-index');
  expect(maySupply(project, join(project, LOCAL))).toBe(true);
});

it('a link that leads to it may come from the repository', () => {
  const { project } = repository();
  renameSync(join(project, '.claude'), join(project, 'elsewhere'));
  symlinkSync('elsewhere', join(project, '.claude'));
  expect(maySupply(project, join(project, LOCAL))).toBe(true);
});

it('outside of a repository nothing is supplied', () => {
  const { project } = makePlace();
  expect(maySupply(project, join(project, LOCAL))).toBe(false);
});

it('an index that is none may hold anything', () => {
  const { project } = repository();
  writeFileSync(join(project, '.git', 'index'), 'something else');
  expect(maySupply(project, join(project, LOCAL))).toBe(true);
});

it('a linked work tree belongs to its main checkout, in both directions only', () => {
  const { project, root, git } = repository();
  git('commit', '-q', '-m', 'first');
  const tree = join(root, 'tree');
  git('worktree', 'add', '-q', tree);
  expect(mainCheckout(project)).toBe(project);
  expect(mainCheckout(tree)).toBe(project);
  const forged = join(root, 'forged');
  mkdirSync(forged);
  writeFileSync(join(forged, '.git'), `gitdir: ${join(project, '.git', 'worktrees', 'tree')}\n`);
  expect(mainCheckout(forged)).toBe(forged);
  writeFileSync(join(forged, '.git'), `gitdir: ${join(project, '.git')}\n`);
  expect(mainCheckout(forged)).toBe(forged);
});
