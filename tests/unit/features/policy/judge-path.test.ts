// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is code of other languages
import { describe, expect, it } from 'vitest';
import type { JudgeOptions } from '#features/policy/judge-context.ts';
import { judgePath } from '#features/policy/judge-path.ts';
import { PLACE, policyOf, type RuleTexts } from './policies.ts';

const verdict = (act: 'read' | 'edit', path: string, rules: RuleTexts = {}, options: JudgeOptions = {}) =>
  judgePath(act, path, policyOf(rules), PLACE, { platform: 'linux', ...options }).verdict;

describe('a Read deny', () => {
  it.each([
    ['Read(.env)', '.env'],
    ['Read(.env)', './.env'],
    ['Read(.env)', 'a/b/.env'],
    ['Read(.env)', 'a/../.env'],
    ['Read(.env)', '/w/proj//.env'],
    ['Read(.env)', '/w/./proj/.env'],
    ['Read(*.key)', 'a/b.key'],
    ['Read(secrets)', 'secrets/a/b'],
    ['Read(secrets/**)', 'a/secrets/k'],
    ['Read(secrets/**)', 'secrets/../x'],
    ['Read(a/b/**)', 'a/b/c/d'],
    ['Read(./a)', 'a'],
    ['Read(../other/**)', '../other/notes.md'],
    ['Read(~/.aws/**)', '../../home/u/.aws/config'],
    ['Read(~/.aws/**)', '~/.aws/config'],
    ['Read(//etc/ssl/**)', '/etc/./ssl//x'],
    ['Read(//**/id_rsa)', '/home/u/.ssh/id_rsa'],
    ['Read([a-c]?.txt)', 'bz.txt'],
    ['Read(.env)', '/proc/self/cwd/.env'],
    ['Read(~/.aws/**)', '/proc/123/root/home/u/.aws/config'],
    ['Read', 'x'],
    ['Read(**)', 'x/y'],
  ])('%s holds for %s, also for who writes', (rule, path) => {
    expect(verdict('read', path, { deny: [rule], allow: ['Read', 'Edit'] })).toBe('deny');
    expect(verdict('edit', path, { deny: [rule], mode: 'bypassPermissions' })).toBe('deny');
    expect(verdict('read', path)).not.toBe('deny');
  });

  it.each([
    ['Read(.env)', '.env.example'],
    ['Read(.env)', '../.env'],
    ['Read(/secrets/**)', 'a/secrets/k'],
    ['Read(a/b/**)', 'x/a/b/c'],
    ['Read(/home/u/**)', '/home/u/x'],
    ['Read(!.env)', '.env'],
    ['Edit(.env)', '.env'],
    ['Grep(.env)', '.env'],
  ])('%s does not hold for %s', (rule, path) => {
    expect(verdict('read', path, { deny: [rule] })).not.toBe('deny');
  });
});

describe('links', () => {
  const links: Readonly<Record<string, string>> = {
    '/w/proj/link': '/home/u/.ssh/id',
    '/w/proj/out': '/srv/out',
    '/home/u': '/data/home',
  };
  const realPath = (path: string) => links[path];
  it('are followed for rules that deny, to a file, through a folder, and from the home', () => {
    expect(verdict('read', 'link', { deny: ['Read(~/.ssh/**)'] }, { realPath })).toBe('deny');
    expect(verdict('edit', 'out/new', { deny: ['Edit(//srv/**)'] }, { realPath })).toBe('deny');
    expect(verdict('read', '/data/home/.ssh/id', { deny: ['Read(~/.ssh/**)'] }, { realPath })).toBe('deny');
  });

  it('have to be allowed at both ends', () => {
    expect(verdict('read', 'link', {}, { realPath })).toBe('ask');
    expect(verdict('read', 'out/x', { allow: ['Read(/out/**)'] }, { realPath })).toBe('ask');
    expect(verdict('read', 'out/x', { allow: ['Read(/out/**)', 'Read(//srv/**)'] }, { realPath })).toBe(
      'allow',
    );
    expect(verdict('edit', 'out/x', { mode: 'acceptEdits' }, { realPath })).toBe('ask');
  });

  it('may lead to the working folder itself', () => {
    const whole = (path: string) => path.replace('/w/', '/private/w/');
    expect(verdict('read', 'a', {}, { realPath: whole })).toBe('allow');
    expect(verdict('read', '/private/w/proj/a', {}, { realPath: (path) => path })).toBe('ask');
  });
});

describe('without a deny rule', () => {
  it.each([
    ['read', 'a/b', {}, 'allow'],
    ['read', '../x', {}, 'ask'],
    ['read', '~/x', {}, 'ask'],
    ['read', '/etc/passwd', { allow: ['Read(//etc/**)'] }, 'allow'],
    ['read', '/etc/passwd', { allow: ['Read'] }, 'allow'],
    ['read', '/etc/passwd', { allow: ['Read', 'Read(!//etc/**)'] }, 'ask'],
    ['read', '/etc/passwd', { mode: 'dontAsk' }, 'deny'],
    ['read', '/etc/passwd', { mode: 'bypassPermissions' }, 'allow'],
    ['read', 'a', { ask: ['Read(a)'] }, 'ask'],
    ['read', 'a', { ask: ['Read(a)'], mode: 'bypassPermissions' }, 'ask'],
    ['edit', 'a', {}, 'ask'],
    ['edit', 'a', { mode: 'acceptEdits' }, 'allow'],
    ['edit', 'a', { mode: 'plan', allow: ['Edit'] }, 'ask'],
    ['edit', '../a', { mode: 'acceptEdits' }, 'ask'],
    ['edit', 'src/a', { allow: ['Edit(src/**)'] }, 'allow'],
    ['edit', 'a/src/b', { allow: ['Edit(src/**)'] }, 'ask'],
    ['edit', 'src/../b', { allow: ['Edit(src/**)'] }, 'ask'],
    ['edit', '.git/hooks/x', { allow: ['Edit'] }, 'ask'],
    ['edit', 'a/.Claude/settings.json', { mode: 'acceptEdits' }, 'ask'],
    ['edit', '.envrc', { mode: 'bypassPermissions' }, 'allow'],
  ] as const)('%s of %s with %j: %s', (act, path, rules, expected) => {
    expect(verdict(act, path, rules as RuleTexts)).toBe(expected);
  });

  it('reads outside can be blocked by a setting', () => {
    const judge = (path: string) =>
      judgePath('read', path, { ...policyOf(), blockReadsOutside: true }, PLACE).verdict;
    expect([judge('a'), judge('../a')]).toEqual(['allow', 'deny']);
  });

  it('an additional folder is inside', () => {
    const policy = { ...policyOf(), additionalDirectories: ['/data'] };
    expect(judgePath('read', '/data/x', policy, PLACE).verdict).toBe('allow');
    expect(judgePath('read', '/database', policy, PLACE).verdict).toBe('ask');
  });

  it('a NUL names no file', () => {
    expect(verdict('read', 'a\0b', { mode: 'bypassPermissions' })).toBe('deny');
  });
});

it.each([
  'C:\\Users\\a\\.ENV',
  'c:/Users/a/.env',
  'C:\\Users\\a\\.env::$DATA',
  'C:\\Users\\a\\.env.',
  '\\\\?\\C:\\Users\\a\\.env',
])('on Windows %s is the file that the rule means', (path) => {
  expect(verdict('read', path, { deny: ['Read(//c/Users/**/.env)'] }, { platform: 'win32' })).toBe('deny');
});
