import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findDenied } from '#features/policy/denied-files.ts';
import { policyOf } from './policies.ts';

function placeWith(files: readonly string[], links: Readonly<Record<string, string>> = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-denied-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const projectRoot = join(root, 'proj');
  mkdirSync(projectRoot);
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path));
  return { root, home: join(root, 'home'), projectRoot };
}

async function find(place: ReturnType<typeof placeWith>, deny: readonly string[]) {
  const found = await findDenied(policyOf({ deny: [...deny] }), place, [place.projectRoot]);
  const names = (paths: readonly string[]) => paths.map((path) => relative(place.root, path)).sort();
  return { ...found, read: names(found.read), write: names(found.write) };
}

const TREE = [
  'proj/.env',
  'proj/.env.local',
  'proj/a/b/.env',
  'proj/a/env',
  'proj/secrets/one',
  'proj/secrets/deep/two',
  'proj/pkg/secrets/three',
  'proj/keys/k1.pem',
  'proj/keys/k2.txt',
  'proj/node_modules/x/.env',
  'beside/.env',
];

describe('files that deny rules forbid', () => {
  it.each<[string, readonly string[]]>([
    ['Read(**/.env*)', ['proj/.env', 'proj/.env.local', 'proj/a/b/.env']],
    ['Read(.env)', ['proj/.env', 'proj/a/b/.env']],
    ['Read(./.env)', ['proj/.env', 'proj/a/b/.env']],
    ['Read(/.env)', []],
    ['Read(secrets/**)', ['proj/pkg/secrets', 'proj/secrets']],
    ['Read(./secrets/**)', ['proj/pkg/secrets', 'proj/secrets']],
    ['Read(**/secrets/deep/**)', ['proj/secrets/deep']],
    ['Read(./keys/*.pem)', ['proj/keys/k1.pem']],
    ['Read(k[12].*)', ['proj/keys/k1.pem', 'proj/keys/k2.txt']],
    ['Read(./node_modules/*/.env)', ['proj/node_modules/x/.env']],
    ['Read(!.env)', []],
    ['Bash(cat .env)', []],
  ])('%s', async (rule, expected) => {
    expect((await find(placeWith(TREE), [rule])).read).toEqual(expected);
  });

  it('are not written where they are not read; an Edit rule leaves reading alone', async () => {
    const found = await find(placeWith(TREE), ['Edit(*.pem)', 'Read(**/two)']);
    expect(found.read).toEqual(['proj/secrets/deep/two']);
    expect(found.write).toEqual(['proj/keys/k1.pem']);
  });

  it('are found behind links, and links that go round end', async () => {
    const place = placeWith(['proj/data/key.txt', 'proj/x/y'], {
      'proj/private': 'data',
      'proj/x/up': '..',
      'proj/x/round': '../x',
      'proj/gone': 'nowhere',
    });
    const found = await find(place, ['Read(./private/*.txt)', 'Read(**/private/k*)']);
    expect(new Set(found.read)).toEqual(new Set(['proj/private/key.txt']));
    expect(found.gaps).toEqual([]);
  });

  it('says what it did not look at', async () => {
    expect((await find(placeWith(TREE), ['Read(.env)'])).passed).toEqual(['node_modules']);
    const wide = await find(placeWith(TREE), ['Read(//**/.env)']);
    expect(wide.read).toEqual(['proj/.env', 'proj/a/b/.env']);
    expect(wide.gaps).toEqual(['Read(//**/.env) only in the folders of the project']);
    const many = placeWith(Array.from({ length: 260 }, (_, i) => `proj/n/${i}.key`));
    const found = await find(many, ['Read(*.key)']);
    expect(found.read).toHaveLength(200);
    expect(found.gaps).toEqual(['only for the first 200 files found']);
  });

  it('looks at no folder for rules that name a path', async () => {
    const { passed, read } = await find(placeWith(TREE), ['Read(/secrets/one)', 'Read(~/.ssh/**)']);
    expect([passed, read]).toEqual([[], []]);
  });

  it('come from patterns in the lists of the host, too', async () => {
    const place = placeWith(TREE);
    const policy = policyOf({});
    const sandbox = { ...policy.sandbox, denyRead: [`${place.projectRoot}/**/{one,two}`, '/etc/passwd'] };
    const { read } = await findDenied({ ...policy, sandbox }, place, [place.projectRoot]);
    expect(read.map((path) => relative(place.root, path)).sort()).toEqual([
      'proj/secrets/deep/two',
      'proj/secrets/one',
    ]);
  });
});
