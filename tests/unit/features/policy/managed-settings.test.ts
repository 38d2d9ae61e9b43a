import { describe, expect, it } from 'vitest';
import { createPolicyLoader } from '#features/policy/settings/load-policy.ts';
import type { TextFile } from '#infra/text-file-cache.ts';
import { claudeSettingsPlaces } from '#platforms/claude-settings.ts';

const USER = '/home/u/.claude/settings.json';
const REMOTE = '/home/u/.claude/remote-settings.json';
const BASE = '/etc/claude-code/managed-settings.json';
const DROP_INS = '/etc/claude-code/managed-settings.d';

/** A machine on which exactly these files exist; a value that is no object is the file's text. */
function load(files: Readonly<Record<string, unknown>>) {
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
  return createPolicyLoader({ read, list, maySupply: () => false })({
    ...places,
    files: claudeSettingsPlaces({
      ...places,
      configDir: undefined,
      platform: 'linux',
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
