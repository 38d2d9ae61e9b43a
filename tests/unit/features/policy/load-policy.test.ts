import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPolicySource } from '#main/policy.ts';
import { makeStrictPlace, type Place } from '../../../helpers/product/places.ts';

interface Written {
  readonly user?: unknown;
  readonly project?: unknown;
  readonly local?: unknown;
  readonly isTrusted?: boolean;
  /** The local file stands in the index of the repository. */
  readonly isTracked?: boolean;
}

function write(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

/** The part of a git index that names a file; enough for what asks whether it is there. */
function indexWith(name: string): Buffer {
  const head = Buffer.alloc(12);
  head.write('DIRC', 'latin1');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(1, 8);
  return Buffer.concat([head, Buffer.alloc(62), Buffer.from(`${name}\0\0`)]);
}

const userFile = (place: Place): string => join(place.home, '.claude', 'settings.json');
const projectFile = (place: Place): string => join(place.project, '.claude', 'settings.json');
const localFile = (place: Place): string => join(place.project, '.claude', 'settings.local.json');

function place(written: Written): Place {
  const made = makeStrictPlace();
  if (written.user !== undefined) write(userFile(made), written.user);
  if (written.project !== undefined) write(projectFile(made), written.project);
  if (written.local !== undefined) write(localFile(made), written.local);
  if (written.isTrusted !== false)
    write(join(made.home, '.claude.json'), {
      projects: { [made.project]: { hasTrustDialogAccepted: true } },
    });
  mkdirSync(join(made.project, '.git'));
  if (written.isTracked)
    writeFileSync(join(made.project, '.git', 'index'), indexWith('.claude/settings.local.json'));
  return made;
}

const load = (made: Place, env = made.env) => createPolicySource(env, '/nowhere')(made.project);
const allow = (...rules: readonly string[]) => ({ permissions: { allow: rules } });
const deny = (...rules: readonly string[]) => ({ permissions: { deny: rules } });
const texts = (rules: readonly { readonly text: string }[]): readonly string[] =>
  rules.map(({ text }) => text);

describe('lists of all files', () => {
  it('are joined, highest scope first, each rule with its file and anchor', () => {
    const made = place({ user: deny('Bash(a)'), project: deny('Bash(b)'), local: deny('Bash(c)') });
    const { policy } = load(made);
    expect(policy.deny.map(({ text, source }) => [text, source.scope, source.file, source.anchor])).toEqual([
      ['Bash(c)', 'local', localFile(made), made.project],
      ['Bash(b)', 'project', projectFile(made), made.project],
      ['Bash(a)', 'user', userFile(made), join(made.home, '.claude')],
    ]);
    expect(policy.problems).toEqual([]);
  });

  it('follow CLAUDE_CONFIG_DIR for the user file and for trust', () => {
    const made = place({ user: deny('Bash(ignored)'), project: allow('Bash(b)') });
    const config = join(made.root, 'config');
    write(join(config, 'settings.json'), deny('Bash(elsewhere)'));
    const env = { ...made.env, CLAUDE_CONFIG_DIR: config };
    expect(texts(load(made, env).policy.deny)).toEqual(['Bash(elsewhere)']);
    expect(texts(load(made, env).policy.allow)).toEqual([]);
    write(join(config, '.claude.json'), { projects: { [made.project]: { hasTrustDialogAccepted: true } } });
    expect(texts(load(made, env).policy.allow)).toEqual(['Bash(b)']);
  });
});

describe('trust', () => {
  it.each<[string, Written, readonly string[]]>([
    ['project allow waits', { project: allow('Bash(b)'), isTrusted: false }, []],
    ['project allow counts after it', { project: allow('Bash(b)') }, ['Bash(b)']],
    ['an own local file does not wait', { local: allow('Bash(b)'), isTrusted: false }, ['Bash(b)']],
    ['a tracked local file waits', { local: allow('Bash(b)'), isTrusted: false, isTracked: true }, []],
    ['a tracked local file counts after it', { local: allow('Bash(b)'), isTracked: true }, ['Bash(b)']],
    ['the user file never waits', { user: allow('Bash(b)'), isTrusted: false }, ['Bash(b)']],
  ])('%s', (_name, written, expected) => {
    expect(texts(load(place(written)).policy.allow)).toEqual(expected);
  });

  it.each(['deny', 'ask'] as const)('%s rules of the project do not wait', (kind) => {
    const made = place({ project: { permissions: { [kind]: ['Bash(b)'] } }, isTrusted: false });
    expect(texts(load(made).policy[kind])).toEqual(['Bash(b)']);
  });

  it.each(['true', 1, 'yes', null])('is the value true, not %s', (value) => {
    const made = place({ project: allow('Bash(b)'), isTrusted: false });
    write(join(made.home, '.claude.json'), {
      projects: { [made.project]: { hasTrustDialogAccepted: value } },
    });
    expect(load(made).policy.allow).toEqual([]);
  });

  it.each(['{ broken', '[]', '{"projects":[]}', ''])('is not read out of a file that holds %s', (text) => {
    const made = place({ project: allow('Bash(b)'), isTrusted: false });
    write(join(made.home, '.claude.json'), text);
    expect(load(made).policy.allow).toEqual([]);
  });

  it.each(['acceptEdits', 'auto', 'bypassPermissions'])('mode %s of an untrusted project waits', (mode) => {
    const settings = { permissions: { defaultMode: mode } };
    expect(load(place({ project: settings, isTrusted: false })).policy.mode).toBe('default');
    expect(load(place({ project: settings })).policy.mode).toBe(mode);
  });

  it.each(['plan', 'dontAsk'])('mode %s of an untrusted project counts: it narrows', (mode) => {
    const made = place({
      user: { permissions: { defaultMode: 'bypassPermissions' } },
      project: { permissions: { defaultMode: mode } },
      isTrusted: false,
    });
    expect(load(made).policy.mode).toBe(mode);
  });

  it('additional directories of an untrusted project wait', () => {
    const settings = { permissions: { additionalDirectories: ['../other', '~/notes', '/abs'] } };
    const made = place({ project: settings, isTrusted: false });
    expect(load(made).policy.additionalDirectories).toEqual([]);
    const trusted = place({ project: settings });
    expect(load(trusted).policy.additionalDirectories).toEqual([
      join(trusted.root, 'other'),
      join(trusted.home, 'notes'),
      '/abs',
    ]);
  });
});

describe('scalars', () => {
  it('come from the highest file that sets them', () => {
    const mode = (defaultMode: string) => ({ permissions: { defaultMode } });
    expect(load(place({ user: mode('plan'), project: mode('acceptEdits') })).policy.mode).toBe('acceptEdits');
    expect(load(place({ user: mode('plan'), local: mode('dontAsk') })).policy.mode).toBe('dontAsk');
    expect(load(place({ user: mode('manual') })).policy.mode).toBe('default');
  });

  it('an unknown mode is the strict one', () => {
    const made = place({ user: { permissions: { defaultMode: 'whatever' } } });
    expect(load(made).policy.mode).toBe('default');
    expect(load(made).warnings.join()).toContain(userFile(made));
  });

  it.each(['user', 'project', 'local'] as const)('%s can take the bypass mode away', (scope) => {
    const taken = { permissions: { disableBypassPermissionsMode: 'disable' } };
    const bypass = { permissions: { defaultMode: 'bypassPermissions' } };
    const both = { permissions: { ...taken.permissions, ...bypass.permissions } };
    const made = place(scope === 'user' ? { user: both } : { user: bypass, [scope]: taken });
    expect(load(made).policy.mode).toBe('default');
  });

  it('reads outside: an untrusted project may block them and may not unblock them', () => {
    const block = (value: boolean) => ({ permissions: { blockReadsOutsideWorkingDirectories: value } });
    const blocked = (written: Written) =>
      load(place({ ...written, isTrusted: false })).policy.blockReadsOutside;
    expect(blocked({})).toBe(false);
    expect(blocked({ project: block(true) })).toBe(true);
    expect(blocked({ user: block(true), project: block(false) })).toBe(true);
    expect(blocked({ user: block(false), project: block(true) })).toBe(true);
  });
});

describe('what cannot be read', () => {
  it.each([
    '{ broken',
    '[]',
    '"text"',
    'null',
    '{"permissions":{"deny":["Bash(rm *)"]},}',
    '// note\n{}',
    '{"permissions":7}',
    '{"permissions":{"deny":"Bash(rm *)"}}',
    '{"permissions":{"deny":[7]}}',
    '{"permissions":{"ask":{}}}',
    '{"permissions":{"deny":["rm -rf *"]}}',
    '{"sandbox":{"enabled":"yes"}}',
    '{"sandbox":[]}',
  ])('%s is a problem that names the file, and the other files hold', (text) => {
    const made = place({ user: text, project: deny('Bash(b)') });
    const { policy } = load(made);
    expect(policy.problems.join('\n')).toContain(userFile(made));
    expect(texts(policy.deny)).toContain('Bash(b)');
  });

  it('a folder in place of a file is a problem', () => {
    const made = place({});
    mkdirSync(projectFile(made), { recursive: true });
    expect(load(made).policy.problems).toEqual([`${projectFile(made)}: cannot be read (it is a folder)`]);
  });

  it.each(['', '  \n', '{}', '\uFEFF{}', '{"permissions":null}', '{"permissions":{"allow":7}}'])(
    'nothing is wrong with the text %j where rules may forbid',
    (text) => expect(load(place({ user: text })).policy.problems).toEqual([]),
  );

  it('an allow rule that is not understood is a warning', () => {
    const { policy, warnings } = load(place({ user: allow('npm test', 'Bash(ok)') }));
    expect([texts(policy.allow), policy.problems, warnings.length]).toEqual([['Bash(ok)'], [], 1]);
  });

  it('no file at all is no problem', () => {
    const { policy, warnings } = load(place({ isTrusted: false }));
    expect([policy.problems, warnings, policy.mode]).toEqual([[], [], 'default']);
  });
});

describe('changes', () => {
  it('are seen by the next question, and nothing is made anew without one', () => {
    const made = place({ user: deny('Bash(a)') });
    const source = createPolicySource(made.env, '/nowhere');
    const first = source(made.project);
    expect(source(made.project).policy).toBe(first.policy);
    write(userFile(made), deny('Bash(b)'));
    expect(texts(source(made.project).policy.deny)).toEqual(['Bash(b)']);
    write(localFile(made), deny('Bash(c)'));
    expect(texts(source(made.project).policy.deny)).toEqual(['Bash(c)', 'Bash(b)']);
    rmSync(userFile(made));
    expect(texts(source(made.project).policy.deny)).toEqual(['Bash(c)']);
  });

  it('trust that is given later is seen', () => {
    const made = place({ project: allow('Bash(b)'), isTrusted: false });
    const source = createPolicySource(made.env, '/nowhere');
    expect(source(made.project).policy.allow).toEqual([]);
    write(join(made.home, '.claude.json'), {
      projects: { [made.project]: { hasTrustDialogAccepted: true } },
    });
    expect(texts(source(made.project).policy.allow)).toEqual(['Bash(b)']);
  });
});

describe('the sandbox setting', () => {
  it('takes lists of all files, and paths become absolute', () => {
    const filesystem = { allowWrite: ['/tmp/build', '~/.kube', './out', '//etc/x'], denyRead: ['secrets'] };
    const made = place({ user: { sandbox: { filesystem } }, project: { sandbox: { filesystem } } });
    const { sandbox } = load(made).policy;
    const own = join(made.home, '.claude');
    expect(sandbox.allowWrite).toEqual([
      ...['/tmp/build', join(made.home, '.kube'), join(made.project, 'out'), '/etc/x'],
      ...['/tmp/build', join(made.home, '.kube'), join(own, 'out'), '/etc/x'],
    ]);
    // Whichever folder a relative one is meant from, it is denied.
    expect(sandbox.denyRead).toEqual([join(made.project, 'secrets'), join(own, 'secrets')]);
  });

  it('an untrusted project may tighten it and may not loosen it', () => {
    const made = place({
      user: { sandbox: { enabled: true, failIfUnavailable: true } },
      project: {
        sandbox: {
          enabled: false,
          failIfUnavailable: false,
          autoAllowBashIfSandboxed: false,
          excludedCommands: ['docker *'],
          network: { allowedDomains: ['evil.example'], deniedDomains: ['bad.example'] },
          filesystem: { allowWrite: ['/'], denyWrite: ['/w'], denyRead: ['/r'] },
        },
      },
      isTrusted: false,
    });
    expect(load(made).policy.sandbox).toMatchObject({
      enabled: true,
      failIfUnavailable: true,
      autoAllowBashIfSandboxed: false,
      excludedCommands: [],
      allowedDomains: [],
      deniedDomains: ['bad.example'],
      allowWrite: [],
      denyWrite: ['/w'],
      denyRead: ['/r'],
    });
  });

  it('is off, with its defaults, where no file says anything', () => {
    expect(load(place({})).policy.sandbox).toMatchObject({
      enabled: false,
      failIfUnavailable: false,
      autoAllowBashIfSandboxed: true,
      isFilesystemOpen: false,
    });
  });

  it('open files confine nothing that could be allowed for it; the project cannot open them', () => {
    const open = { enabled: true, filesystem: { disabled: true } };
    expect(load(place({ user: { sandbox: open } })).policy.sandbox).toMatchObject({
      isFilesystemOpen: true,
      autoAllowBashIfSandboxed: false,
    });
    expect(load(place({ project: { sandbox: open }, isTrusted: true })).policy.sandbox).toMatchObject({
      isFilesystemOpen: false,
      autoAllowBashIfSandboxed: true,
    });
  });

  it('hidden variables come from every file, as names or with more; what is neither is a problem', () => {
    const hide = (envVars: unknown) => ({ sandbox: { credentials: { envVars } } });
    const made = place({
      user: hide(['ONE', { name: 'TWO', mode: 'deny' }]),
      project: hide(['THREE']),
      isTrusted: false,
    });
    const { policy } = load(made);
    expect(policy.sandbox.hiddenVariables).toEqual(['THREE', 'ONE', 'TWO']);
    expect(policy.problems).toEqual([]);
    for (const wrong of ['ONE', [5], [{ mode: 'deny' }]])
      expect(load(place({ user: hide(wrong) })).policy.problems, JSON.stringify(wrong)).toHaveLength(1);
  });

  it('without permission to leave it, nothing may run outside', () => {
    const { sandbox } = load(place({ user: { sandbox: { allowUnsandboxedCommands: false } } })).policy;
    expect(sandbox.failIfUnavailable).toBe(true);
  });
});
