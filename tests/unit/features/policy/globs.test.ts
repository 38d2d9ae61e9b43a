import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, test } from 'vitest';
import { judgeShell } from '#features/policy/judge-shell.ts';
import { expandGlob } from '#features/policy/paths/expand-glob.ts';
import { listFolder } from '#infra/list-folder.ts';
import { existingPath } from '#infra/real-path.ts';
import { policyOf, type RuleTexts } from './policies.ts';

/** A project with links in and out of it. */
function makePlace() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-globs-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const projectRoot = join(root, 'proj');
  for (const file of [
    'proj/secret.key',
    'proj/a.txt',
    'proj/b.txt',
    'proj/vault/one',
    'proj/sub/x.md',
    'beside/note',
    'beside/deep/n',
  ]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  for (const [name, target] of [
    ['link', 'secret.key'],
    ['lane', '../beside/note'],
    ['sub/dir', '../vault'],
    ['way', '../beside/deep'],
    ['.dot', 'secret.key'],
  ] as const)
    symlinkSync(target, join(projectRoot, name));
  return { root, home: join(root, 'home'), projectRoot, cwd: projectRoot };
}

function judge(code: string, rules: RuleTexts): string {
  const place = makePlace();
  const options = { realPath: existingPath, list: listFolder };
  return judgeShell(code, policyOf(rules), place, options).verdict;
}

const DENY = { deny: ['Read(*.key)', 'Read(./vault/**)'], allow: ['Bash(cat *)', 'Bash(x *)'] } as const;

test.each([
  'cat l?nk',
  'cat l*k',
  'cat [l]ink',
  'cat ./l*k',
  'cat $PWD/l*k',
  'cat {a.txt,l*k}',
  'cat [[:lower:]]ink',
  'cat .d*',
  'cat s*/dir/one',
  'cat s*/d*/one',
  'cat sub/d*/on?',
  'cat ../p*/link',
  'cat w*/../../proj/link',
  'head -n 1 < l*k',
  'cat *.key',
  'cat l[!a]nk',
  'cat ~+/l*k',
  'mkdir q; cat q/../link',
  'mkdir q; cat q/../l*k',
  'cat /proc/$$/cwd/link',
  'cat /proc/self/task/7/cwd/link',
  'cat /proc/$PPID/cwd/l*k',
  'cat sub/dir/../link',
])('%s reads what the link leads to: deny', (code) => {
  expect(judge(code, DENY)).toBe('deny');
  expect(judge(code, { ...DENY, mode: 'bypassPermissions' })).toBe('deny');
});

test.each([
  ['cat *.txt', 'allow'],
  ['cat [ab].txt', 'allow'],
  ['ls su*', 'allow'],
  ['cat nothing*', 'allow'],
  ['cat a*/x/y/z', 'allow'],
])('%s names none of them: %s', (code, verdict) => {
  expect(judge(code, { deny: ['Read(./vault/one)', 'Read(./secret.key)'] })).toBe(verdict);
});

test.each(['cat la*', 'cat l*e', 'ls w*/', 'wc -l w*/n', 'head la?e'])(
  '%s lies outside: ask without a rule',
  (code) => {
    expect(judge(code, {})).toBe('ask');
    expect(judge(code, { allow: ['Read(//**)'] })).toBe('allow');
  },
);

test('what is written by a glob has to lie inside, too', () => {
  expect(judge('touch la*', { mode: 'acceptEdits' })).toBe('ask');
  expect(judge('touch a*', { mode: 'acceptEdits' })).toBe('allow');
  expect(judge('x foo; rm l*k', { deny: ['Edit(*.key)'], allow: ['Bash(rm *)', 'Bash(x *)'] })).toBe('deny');
});

test.each([
  ['shopt -s dotglob; cat b*', 'ask'],
  ['shopt -s nocaseglob; cat B*', 'ask'],
  ['shopt -s "$x"; cat b*', 'ask'],
  ["bash -O dotglob -c 'cat b*'", 'ask'],
  ['GLOBIGNORE=x; cat b*', 'ask'],
  ['BASHOPTS=dotglob bash -c "cat b*"', 'ask'],
  ['cat **/k', 'ask'],
  ['cat */*/*', 'ask'],
  ['cat "[l]"*', 'ask'],
  ['for f in l*k; do cat "$f"; done', 'ask'],
  ['for f in a.txt secret.key; do cat "$f"; done', 'ask'],
  ['f=secret.key; cat $f', 'ask'],
  [`f=(l*k); cat "$\{f[@]}"`, 'ask'],
  ['f=secret.key; head -1 < "$f"', 'ask'],
  ['for f in {a,link}; do cat $f; done', 'ask'],
  ['set -- link; cat "$1"', 'ask'],
  ['f() { cat "$1"; }; f l*k', 'ask'],
  ['read -r f <<< link; cat "$f"', 'ask'],
  ['printf -v f link; cat $f', 'ask'],
  ['cat $(echo link)', 'ask'],
  ['cat `printf %s l*k`', 'ask'],
  ['set -- a.txt; cat "$1"', 'allow'],
  ['for f in a.txt b.txt; do cat "$f"; done', 'allow'],
  ['f=a.txt; cat $f', 'allow'],
])('where patterns and variables may stand for other files: %s: %s', (code, verdict) => {
  expect(judge(code, { deny: ['Read(./secret.key)'], mode: 'bypassPermissions' })).toBe(verdict);
});

it('a command that goes through a folder by a link is asked about', () => {
  expect(judge('grep -r x sub/dir', { deny: ['Read(./vault/one)'], mode: 'bypassPermissions' })).toBe('ask');
});

it('a glob that stands for too many files is no reason to look at all of them', () => {
  const many = Array.from({ length: 400 }, (_, i) => `f${i}`);
  expect(expandGlob('/w/*', () => many)).toEqual({ paths: [], isWhole: false });
  expect(expandGlob('/w/f1*', () => many).paths).toHaveLength(111);
  expect(expandGlob('/w/f9', () => undefined)).toEqual({ paths: ['/w/f9'], isWhole: true });
});
