import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { makeTree, type Tree, taken, walkOf } from '../../../../helpers/knowledge/trees.ts';
import { thrownBy } from '../../../../helpers/store/fixtures.ts';

const skippedIn = (folder: string, options = {}) =>
  Object.fromEntries(
    walkOf(folder, options)
      .skips.list()
      .map(({ reason, examples }) => [reason, examples]),
  );

describe('rules of .gitignore', () => {
  const cases: readonly (readonly [string, Tree, readonly string[]])[] = [
    [
      'a deeper file holds below its own folder only',
      { 'sub/.gitignore': '/out', 'sub/out/a.md': '', 'other/out/b.md': '' },
      ['other/out/b.md', 'sub/.gitignore'],
    ],
    [
      'a negation takes a file back',
      { '.gitignore': '*.log\n!keep.log\n', 'a.log': '', 'keep.log': '', 'x/b.log': '', 'x/keep.log': '' },
      ['.gitignore', 'keep.log', 'x/keep.log'],
    ],
    [
      'a deeper negation wins over a rule further up',
      { '.gitignore': '*.log', 'x/.gitignore': '!*.log', 'x/a.log': '', 'b.log': '' },
      ['.gitignore', 'x/.gitignore', 'x/a.log'],
    ],
    [
      'a folder that a deeper rule takes back is seen whole',
      { '.gitignore': 'foo', 'sub/.gitignore': '!foo', 'sub/foo/x/a.md': '', 'foo/b.md': '' },
      ['.gitignore', 'sub/.gitignore', 'sub/foo/x/a.md'],
    ],
    [
      'a file in an ignored folder cannot be taken back',
      { '.gitignore': 'logs/\n!logs/keep.md\n', 'logs/keep.md': '', 'a.md': '' },
      ['.gitignore', 'a.md'],
    ],
    [
      'a rule for folders leaves files of that name alone',
      { '.gitignore': 'tmp/', 'tmp/a.md': '', 'x/tmp': 'a file' },
      ['.gitignore', 'x/tmp'],
    ],
    [
      'comments, blanks, escapes and line ends of Windows',
      {
        '.gitignore': '# no rule\r\n\r\n\\#a.md\r\nb.md  \r\nc\\ d.md\r\n',
        '#a.md': '',
        'b.md': '',
        'c d.md': '',
        e: '',
      },
      ['.gitignore', 'e'],
    ],
    [
      'stars over folders',
      {
        '.gitignore': 'a/**/z.md\n**/skip/**\n',
        'a/z.md': '',
        'a/b/c/z.md': '',
        'k/skip/y.md': '',
        'k/y.md': '',
      },
      ['.gitignore', 'k/y.md'],
    ],
    [
      'a rule takes back what is left out by default',
      { '.gitignore': '!dist/\n!yarn.lock\n', 'dist/a.md': '', 'yarn.lock': '', 'node_modules/p/a.md': '' },
      ['.gitignore', 'dist/a.md', 'yarn.lock'],
    ],
  ];

  test.each(cases)('%s', (_, tree, expected) => {
    expect(taken(makeTree(tree))).toEqual(expected);
  });

  const hasGit = spawnSync('git', ['--version']).status === 0;
  test.skipIf(!hasGit).each(cases.filter(([name]) => !name.includes('default')))(
    'git says the same: %s',
    (_, tree, expected) => {
      const folder = makeTree(tree);
      const git = (...args: readonly string[]): string =>
        execFileSync('git', ['-C', folder, '-c', 'core.excludesFile=/dev/null', ...args], {
          encoding: 'utf8',
          env: { PATH: process.env.PATH ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
        });
      git('init', '-q');
      const names = git('ls-files', '-o', '-z', '--exclude-standard').split('\0').filter(Boolean);
      expect(names.toSorted()).toEqual(expected);
    },
  );

  it('holds from the top of the repository, with .git/info/exclude, when a folder inside is walked', () => {
    const root = makeTree({
      '.git/info/exclude': 'private.md\n',
      '.gitignore': '/pkg/gen\n*.tmp\n',
      'pkg/gen/a.md': '',
      'pkg/private.md': '',
      'pkg/b.tmp': '',
      'pkg/b.md': '',
    });
    expect(taken(join(root, 'pkg'))).toEqual(['b.md']);
    expect(taken(root)).toEqual(['.gitignore', 'pkg/b.md']);
  });

  it('a repository inside another one has its own rules only, and a pointer file is followed', () => {
    const root = makeTree({
      '.git/HEAD': '',
      '.git/modules/sub/info/exclude': 'secret.md\n',
      '.gitignore': '*.log\n',
      'inner/.git/HEAD': '',
      'inner/a.log': '',
      'sub/.git': 'gitdir: ../.git/modules/sub\n',
      'sub/a.log': '',
      'sub/secret.md': '',
      'b.log': '',
    });
    expect(taken(root)).toEqual(['.gitignore', 'inner/a.log', 'sub/a.log']);
  });

  it('an ignored folder that is named is walked: rules around it do not count, those in it do', () => {
    const root = makeTree({
      '.git/HEAD': '',
      '.gitignore': 'data/\n*.log\n',
      'data/a.log': '',
      'data/.gitignore': 'no.md',
      'data/no.md': '',
      'data/deep/b.log': '',
      'node_modules/p/index.js': '',
      'node_modules/p/node_modules/q/index.js': '',
    });
    expect(taken(join(root, 'data'))).toEqual(['.gitignore', 'a.log', 'deep/b.log']);
    expect(taken(join(root, 'data/deep'))).toEqual(['b.log']);
    expect(taken(join(root, 'node_modules/p'))).toEqual(['index.js']);
  });
});

it('leaves out by default what tools made or fetched, secrets and binary types, and says so', () => {
  const root = makeTree({
    'node_modules/p/index.js': '',
    'package-lock.json': '',
    'a.min.js': '',
    'a.js.map': '',
    '.env': '',
    '.env.example': '',
    'key.pem': '',
    'logo.png': '',
    'package.json': '',
    'build/a.md': '',
    'docs/build/b.md': '',
    'vendor.md': '',
  });
  expect(taken(root)).toEqual(['.env.example', 'docs/build/b.md', 'package.json', 'vendor.md']);
  expect(skippedIn(root)).toEqual({
    generated: ['a.js.map', 'a.min.js', 'build/'],
    secret: ['.env', 'key.pem'],
    binary: ['logo.png'],
  });
});

it('takes only what the call includes, and not what it excludes', () => {
  const root = makeTree({ 'a.md': '', 'a.ts': '', 'docs/b.md': '', 'docs/old/c.md': '', 'src/d.ts': '' });
  expect(taken(root, { include: ['*.md'] })).toEqual(['a.md', 'docs/b.md', 'docs/old/c.md']);
  expect(taken(root, { include: ['/docs/*.md', 'd.ts'] })).toEqual(['docs/b.md', 'src/d.ts']);
  expect(taken(root, { exclude: ['old/', '*.ts'] })).toEqual(['a.md', 'docs/b.md']);
  expect(skippedIn(root, { exclude: ['old/', '*.ts'] })).toEqual({
    excluded: ['a.ts', 'docs/old/', 'src/d.ts'],
  });
});

it('follows no link: neither out of the folder nor in a circle', () => {
  const outside = makeTree({ 'passwd.md': '' });
  const root = makeTree({ 'a/b.md': '' });
  symlinkSync(outside, join(root, 'etc'));
  symlinkSync(join(root, 'a'), join(root, 'a/again'));
  symlinkSync(join(outside, 'passwd.md'), join(root, 'link.md'));
  expect(taken(root)).toEqual(['a/b.md']);
  expect(skippedIn(root)).toEqual({ link: ['etc', 'link.md', 'a/again'] });
});

it('a link to a folder that is named itself is followed', () => {
  const link = join(makeTree({ 'x/': '' }), 'link');
  symlinkSync(makeTree({ 'a.md': '' }), link);
  expect(taken(link)).toEqual(['a.md']);
});

it('names with blanks, stars, brackets, line ends and of other scripts are names', () => {
  const names = ['a b.md', '[x].md', 'a*.md', '!a.md', '#a.md', '..a.md', 'a\nb.md', 'ä 文档.md', '-n.md'];
  const root = makeTree(Object.fromEntries(names.map((name) => [name, ''])));
  expect(taken(root)).toEqual(names.toSorted());
  expect(taken(root, { exclude: ['\\[x\\].md'] })).toHaveLength(names.length - 1);
});

it('tells which limit was hit, and takes what lies highest', () => {
  const root = makeTree({ 'a/b/c/deep.md': 'x', 'a/m.md': 'xx', 'z.md': 'xxx', 'big.md': 'x'.repeat(5_000) });
  const limits = { maxFiles: 100, maxDepth: 32, maxFileBytes: 1_000, maxBytes: 100_000 };
  const walk = (over: object) => {
    const { files, hit, isWhole } = walkOf(root, { limits: { ...limits, ...over } });
    return [files.map(({ name }) => name), [...hit], isWhole];
  };
  expect(walk({})).toEqual([['z.md', 'a/m.md', 'a/b/c/deep.md'], [], true]);
  expect(walk({ maxFiles: 2 })).toEqual([['z.md', 'a/m.md'], ['maxFiles'], false]);
  expect(walk({ maxBytes: 4 })).toEqual([['z.md'], ['maxBytes'], false]);
  expect(walk({ maxDepth: 3 })).toEqual([['z.md', 'a/m.md'], ['maxDepth'], false]);
  expect(skippedIn(root, { limits })).toEqual({ 'too large': ['big.md'] });
});

it('does not enter our own data, and stops when it is cancelled', () => {
  const root = makeTree({ 'data/out/1.txt': '', 'a.md': '' });
  expect(taken(root, { avoid: [join(root, 'data')] })).toEqual(['a.md']);
  expect(walkOf(root, { isCancelled: () => true })).toMatchObject({ files: [], isWhole: false });
});

it('sockets and pipes are counted, not opened', () => {
  const root = makeTree({ 'a.md': '' });
  execFileSync('mkfifo', [join(root, 'pipe.md')]);
  expect(taken(root)).toEqual(['a.md']);
  expect(skippedIn(root)).toEqual({ special: ['pipe.md'] });
});

it.skipIf(process.getuid?.() === 0)('an unreadable folder is counted, and what it hid may exist', () => {
  const root = makeTree({ 'a.md': '' });
  mkdirSync(join(root, 'no'));
  writeFileSync(join(root, 'no/b.md'), '');
  chmodSync(join(root, 'no'), 0);
  expect(walkOf(root)).toMatchObject({ isWhole: false });
  chmodSync(join(root, 'no'), 0o700);
});

it('a folder that is not there is an error that names it', () => {
  expect(thrownBy(() => walkOf('/no/such/folder'))).toMatchObject({ code: 'FILE_UNREADABLE' });
});
