import { describe, expect, it } from 'vitest';
import { createPolicyLoader } from '#features/policy/settings/load-policy.ts';
import type { TextFile } from '#infra/text-file-cache.ts';
import { claudeSettingsPlaces } from '#platforms/claude-settings.ts';

const USER = '/home/u/.claude/settings.json';
const REMOTE = '/home/u/.claude/remote-settings.json';
const BASE = '/etc/claude-code/managed-settings.json';
const DROP_INS = '/etc/claude-code/managed-settings.d';

/** A machine on which exactly these files exist; a value that is no object is the file's text. */
function load(files: Readonly<Record<string, unknown>>, platform: NodeJS.Platform = 'linux') {
  const read = (path: string): TextFile => {
    const value = files[path];
    if (value === undefined) return { kind: 'absent' };
    return { kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) };
  };
  const list = (folder: string) =>
    Object.keys(files).flatMap((path) =>
      path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
    );
  const places = { home: '/home/u', projectRoot: '/w/proj' };
  return createPolicyLoader({
    read,
    readByTool: (_, name) =>
      name === files.broken ? { kind: 'unreadable', why: 'plutil: ENOENT' } : read(name),
    list,
    maySupply: () => false,
  })({
    ...places,
    files: claudeSettingsPlaces({
      ...places,
      configDir: undefined,
      platform,
      user: 'u',
      checkout: undefined,
    }),
    trustedAs: ['/w/proj'],
  });
}

const rules = (kind: 'allow' | 'deny', ...texts: readonly string[]) => ({ permissions: { [kind]: texts } });
const texts = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text);

describe('managed settings', () => {
  it('join the lists of the others and come first', () => {
    const { policy } = load({ [BASE]: rules('deny', 'Bash(a)'), [USER]: rules('deny', 'Bash(b)') });
    expect(policy.deny.map(({ text, source }) => [text, source.scope])).toEqual([
      ['Bash(a)', 'managed'],
      ['Bash(b)', 'user'],
    ]);
  });

  it('decide scalars before every other file', () => {
    const mode = (defaultMode: string) => ({ permissions: { defaultMode } });
    expect(load({ [BASE]: mode('plan'), [USER]: mode('bypassPermissions') }).policy.mode).toBe('plan');
  });

  it('are taken from the first source that says anything', () => {
    const files = { [REMOTE]: rules('deny', 'Bash(r)'), [BASE]: rules('deny', 'Bash(a)') };
    expect(texts(load(files).policy.deny)).toEqual(['Bash(r)']);
    expect(texts(load({ ...files, [REMOTE]: {} }).policy.deny)).toEqual(['Bash(a)']);
    expect(texts(load({ ...files, [REMOTE]: '' }).policy.deny)).toEqual(['Bash(a)']);
  });

  it('of a source that is broken are a problem, and the next one holds', () => {
    const { policy } = load({ [REMOTE]: '{', [BASE]: rules('deny', 'Bash(a)') });
    expect(policy.problems).toEqual([`${REMOTE}: it is not valid JSON`]);
    expect(texts(policy.deny)).toEqual(['Bash(a)']);
  });

  it('are overlaid by their drop-ins in the order of the names', () => {
    const mode = (defaultMode: string) => ({ permissions: { defaultMode, deny: [`Bash(${defaultMode})`] } });
    const { policy } = load({
      [BASE]: mode('plan'),
      [`${DROP_INS}/10-a.json`]: mode('acceptEdits'),
      [`${DROP_INS}/20-b.json`]: mode('dontAsk'),
      [`${DROP_INS}/.hidden.json`]: mode('auto'),
      [`${DROP_INS}/readme.txt`]: mode('auto'),
    });
    expect(policy.mode).toBe('dontAsk');
    expect(texts(policy.deny)).toEqual(['Bash(dontAsk)', 'Bash(acceptEdits)', 'Bash(plan)']);
  });

  it('with allowManagedPermissionRulesOnly are the only rules', () => {
    const only = { ...rules('allow', 'Bash(m)'), allowManagedPermissionRulesOnly: true };
    const { policy } = load({ [BASE]: only, [USER]: rules('allow', 'Bash(u)') });
    expect(texts(policy.allow)).toEqual(['Bash(m)']);
  });

  it('alone can say that they are the only ones', () => {
    const only = { ...rules('allow', 'Bash(u)'), allowManagedPermissionRulesOnly: true };
    expect(texts(load({ [BASE]: rules('allow', 'Bash(m)'), [USER]: only }).policy.allow)).toHaveLength(2);
  });

  it('can reserve the domains of the sandbox for themselves', () => {
    const network = (domain: string) => ({ sandbox: { network: { allowedDomains: [domain] } } });
    const strict = { sandbox: { network: { allowedDomains: ['a.example'], allowManagedDomainsOnly: true } } };
    const domains = (managed: unknown) =>
      load({ [BASE]: managed, [USER]: network('u.example') }).policy.sandbox.allowedDomains;
    expect(domains(network('a.example'))).toEqual(['a.example', 'u.example']);
    expect(domains(strict)).toEqual(['a.example']);
  });
});

const FOR_USER = '/Library/Managed Preferences/u/com.anthropic.claudecode.plist';
const FOR_ALL = '/Library/Managed Preferences/com.anthropic.claudecode.plist';
const MAC_FILE = '/Library/Application Support/ClaudeCode/managed-settings.json';
const MACHINE_KEY = 'HKLM\\SOFTWARE\\Policies\\ClaudeCode';
const USER_KEY = 'HKCU\\SOFTWARE\\Policies\\ClaudeCode';

describe('settings of device management', () => {
  const denied = (files: Readonly<Record<string, unknown>>, platform: NodeJS.Platform) =>
    texts(load(files, platform).policy.deny);

  it('come before the files of the system, the ones for a user before the ones for all', () => {
    const all = {
      [FOR_USER]: rules('deny', 'Bash(u)'),
      [FOR_ALL]: rules('deny', 'Bash(a)'),
      [MAC_FILE]: rules('deny', 'Bash(f)'),
    };
    expect(denied(all, 'darwin')).toEqual(['Bash(u)']);
    expect(denied({ ...all, [FOR_USER]: {} }, 'darwin')).toEqual(['Bash(a)']);
    expect(denied({ [MAC_FILE]: all[MAC_FILE] }, 'darwin')).toEqual(['Bash(f)']);
    expect(denied({ ...all, [REMOTE]: rules('deny', 'Bash(r)') }, 'darwin')).toEqual(['Bash(r)']);
  });

  it('are not looked for on other systems', () => {
    const files = { [FOR_ALL]: rules('deny', 'Bash(a)'), [MACHINE_KEY]: rules('deny', 'Bash(m)') };
    expect(denied(files, 'linux')).toEqual([]);
  });

  it('of the machine come before those that its user can write', () => {
    const users = { [USER_KEY]: rules('deny', 'Bash(u)') };
    expect(denied(users, 'win32')).toEqual(['Bash(u)']);
    expect(denied({ ...users, [MACHINE_KEY]: rules('deny', 'Bash(m)') }, 'win32')).toEqual(['Bash(m)']);
  });

  it('that cannot be read are a problem, and what comes after them holds', () => {
    const { policy } = load({ broken: FOR_ALL, [MAC_FILE]: rules('deny', 'Bash(f)') }, 'darwin');
    expect(policy.problems).toEqual([`${FOR_ALL}: cannot be read (plutil: ENOENT)`]);
    expect(texts(policy.deny)).toEqual(['Bash(f)']);
  });

  it('hold together with the others where they say so', () => {
    const merge = { managedSourcesBehavior: 'merge' };
    const file = rules('deny', 'Bash(f)');
    expect(
      denied({ [FOR_ALL]: { ...merge, ...rules('deny', 'Bash(a)') }, [MAC_FILE]: file }, 'darwin'),
    ).toEqual(['Bash(a)', 'Bash(f)']);
    const first = { ...rules('deny', 'Bash(a)'), managedSourcesBehavior: 'first-wins' };
    expect(denied({ [FOR_ALL]: first, [MAC_FILE]: { ...file, ...merge } }, 'darwin')).toEqual(['Bash(a)']);
  });
});
