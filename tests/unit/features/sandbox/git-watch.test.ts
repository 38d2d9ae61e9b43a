import { mkdirSync, mkdtempSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { changedGitFiles, lookAtGit } from '../../../../src/features/sandbox/git-watch.ts';

/** Longer than the tick that counts for the run. */
const LATER_MS = 60;

const tempFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'git-watch-')));

function plantHook(root: string, repository: string): void {
  const hooks = join(root, repository, '.git/hooks');
  mkdirSync(hooks, { recursive: true });
  writeFileSync(join(hooks, 'post-merge'), 'x');
}

describe('what git runs later, after a look that ended before it had seen everything', () => {
  it('is not said of a hook that lay there already', async () => {
    const root = tempFolder();
    plantHook(root, 'sub');
    await sleep(LATER_MS);
    const before = lookAtGit([]);
    mkdirSync(join(root, 'other/.git'), { recursive: true });
    expect(changedGitFiles(before, root)).toEqual([]);
  });

  it('is said of a hook that was made since', async () => {
    const root = tempFolder();
    const before = lookAtGit([]);
    plantHook(root, 'sub');
    expect(changedGitFiles(before, root)).toEqual([join(root, 'sub/.git/hooks/post-merge')]);
  });

  it('is said of a hook that came with a folder which was moved', async () => {
    const root = tempFolder();
    plantHook(root, 'node_modules/x');
    await sleep(LATER_MS);
    const before = lookAtGit([]);
    renameSync(join(root, 'node_modules/x'), join(root, 'x'));
    expect(changedGitFiles(before, root)).toEqual([join(root, 'x/.git/hooks/post-merge')]);
  });
});
