import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder, projectOfData, resolveProject } from '#infra/project.ts';
import { tempFolder } from '../../helpers/store/programs.ts';

const HOME = '/data';
const dataDir = (folder: string): string => resolveProject(HOME, folder).dataDir;

const git = (cwd: string, ...args: readonly string[]): void => {
  const config = ['user.name=t', 'user.email=t@t', 'protocol.file.allow=always', 'commit.gpgsign=false'];
  execFileSync('git', [...config.flatMap((c) => ['-c', c]), ...args], { cwd, stdio: 'ignore' });
};

function folderIn(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function repository(parent: string, name: string): string {
  const folder = folderIn(parent, name);
  git(folder, 'init', '-q');
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'first');
  return folder;
}

describe('the data of', () => {
  it('a repository is the same from its root and from any folder in it', () => {
    const repo = repository(tempFolder(), 'app');
    const inner = folderIn(repo, 'src/deep');
    expect(dataDir(inner)).toBe(dataDir(repo));
    expect(resolveProject(HOME, inner).root).toBe(realpathSync(inner));
    expect(basename(dataDir(repo))).toMatch(/^app-[0-9a-f]{10}$/);
  });

  it('all work trees of a repository is the same', () => {
    const parent = tempFolder();
    const repo = repository(parent, 'app');
    git(repo, 'worktree', 'add', '-q', '-b', 'side', join(parent, 'app-side'));
    expect(dataDir(join(parent, 'app-side'))).toBe(dataDir(repo));
    expect(dataDir(folderIn(parent, 'app-side/src'))).toBe(dataDir(repo));
  });

  it('a submodule is its own', () => {
    const parent = tempFolder();
    const library = repository(parent, 'library');
    const app = repository(parent, 'app');
    git(app, 'submodule', '-q', 'add', library, 'lib');
    const inside = dataDir(join(app, 'lib'));
    expect(inside).not.toBe(dataDir(app));
    expect(inside).not.toBe(dataDir(library));
    expect(basename(inside)).toMatch(/^lib-/);
  });

  it('a repository whose git folder lies elsewhere goes by that folder', () => {
    const parent = tempFolder();
    const folder = folderIn(parent, 'app');
    git(folder, 'init', '-q', '--separate-git-dir', join(parent, 'store.git'));
    expect(dataDir(folderIn(folder, 'src'))).toBe(dataDir(folder));
    expect(basename(dataDir(folder))).toMatch(/^store\.git-/);
  });

  it('a folder reached by a link is the same', () => {
    const parent = tempFolder();
    const repo = repository(parent, 'app');
    symlinkSync(repo, join(parent, 'link'), 'junction');
    expect(dataDir(join(parent, 'link'))).toBe(dataDir(repo));
    const plain = folderIn(parent, 'plain');
    symlinkSync(plain, join(parent, 'link2'), 'junction');
    expect(dataDir(join(parent, 'link2'))).toBe(dataDir(plain));
  });

  it('plain folders is each its own, also of the same name', () => {
    const parent = tempFolder();
    const [a, b] = [folderIn(parent, 'one/app'), folderIn(parent, 'two/app')];
    expect(dataDir(a)).not.toBe(dataDir(b));
    expect(dataDir(folderIn(a, 'inner'))).not.toBe(dataDir(a));
  });

  it('a folder that does not exist is still somewhere', () => {
    const gone = join(tempFolder(), 'gone');
    expect(dataDir(gone)).toBe(dataDir(gone));
  });

  it.each(['', 'no pointer\n', 'gitdir:'])(
    'a folder whose .git file says %j goes by the next repository above',
    (text) => {
      const repo = repository(tempFolder(), 'app');
      const inner = folderIn(repo, 'inner');
      writeFileSync(join(inner, '.git'), text);
      if (text !== 'gitdir:') expect(dataDir(inner)).toBe(dataDir(repo));
      else expect(() => dataDir(inner)).not.toThrow();
    },
  );

  it('a work tree whose repository is gone stays the same project', () => {
    const folder = folderIn(tempFolder(), 'app');
    writeFileSync(join(folder, '.git'), 'gitdir: ../gone/.git/worktrees/app\n');
    expect(dataDir(folder)).toBe(dataDir(folder));
  });
});

it.each([
  ['my app (copy)', /^my-app-copy--[0-9a-f]{10}$/],
  ['Ünïcödé', /^-n-c-d--[0-9a-f]{10}$/],
  ['日本語', /^--[0-9a-f]{10}$/],
  ['a'.repeat(200), /^a{40}-[0-9a-f]{10}$/],
  ['trailing.', /^trailing\.-[0-9a-f]{10}$/],
])('the data folder of %j has a name that every system takes', (name, pattern) => {
  const { dataDir: folder } = resolveProject(HOME, join('/nowhere', name));
  expect(basename(folder)).toMatch(pattern);
  expect(basename(folder)).toMatch(/^[A-Za-z0-9._-]+[A-Za-z0-9]$/);
});

it('the file system’s root is a project too', () => {
  expect(basename(dataDir('/'))).toMatch(/^root-[0-9a-f]{10}$/);
});

it('a project known by its data only lies where the data lies', () => {
  expect(projectOfData(join('d', 'app-1'))).toEqual({
    root: join('d', 'app-1'),
    dataDir: join('d', 'app-1'),
    databasePath: join('d', 'app-1', 'plimsoll.db'),
    outDir: join('d', 'app-1', 'out'),
  });
});

it.each([
  [{}, '/cwd'],
  [{ CLAUDE_PROJECT_DIR: '/c' }, '/c'],
  [{ PLIMSOLL_PROJECT: '/p', CLAUDE_PROJECT_DIR: '/c' }, '/p'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a host passes on unexpanded
  [{ PLIMSOLL_PROJECT: '${CLAUDE_PROJECT_DIR}' }, '/cwd'],
  [{ PLIMSOLL_PROJECT: '', CLAUDE_PROJECT_DIR: ' ' }, '/cwd'],
])('with %j the agent works in %s', (env, folder) => {
  expect(projectFolder(env, '/cwd')).toBe(folder);
});
