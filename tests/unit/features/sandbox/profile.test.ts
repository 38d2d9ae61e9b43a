import { describe, expect, it } from 'vitest';
import { type HostSandbox, NO_HOST_SANDBOX } from '#core/host-sandbox.ts';
import { bubblewrapArguments } from '#features/sandbox/bubblewrap-arguments.ts';
import { ProfileBuilder, type SandboxPlace } from '#features/sandbox/build-profile.ts';
import { hostPath } from '#features/sandbox/host-path.ts';
import { isVisible, isWithin } from '#features/sandbox/profile.ts';

type Kind = 'file' | 'folder' | 'link';

const FILES: Readonly<Record<string, Kind>> = {
  '/usr': 'folder',
  '/etc': 'folder',
  '/bin': 'link',
  '/home/u': 'folder',
  '/home/u/.cargo': 'folder',
  '/home/u/.cargo/credentials.toml': 'file',
  '/home/u/.ssh': 'folder',
  '/home/u/.tools/bin': 'folder',
  '/home/u/.tools': 'folder',
  '/home/u/bin': 'folder',
  '/home/u/data': 'folder',
  '/w/proj': 'folder',
  '/w/proj/.git': 'folder',
  '/w/proj/.git/hooks': 'folder',
  '/w/proj/.git/config': 'file',
  '/w/proj/.claude': 'folder',
  '/w/proj/.vscode': 'link',
  '/w/proj/secret': 'folder',
  '/w/more': 'folder',
};
const LINKS: Readonly<Record<string, string>> = { '/bin': '/usr/bin', '/w/proj/.vscode': '/home/u/.ssh' };

const PLACE: SandboxPlace = {
  projectRoot: '/w/proj',
  additionalDirectories: [],
  homes: ['/home/u'],
  dataHome: '/home/u/.plimsoll',
  scratch: '/home/u/.plimsoll/scratch/run-1',
  programFolders: ['/usr/bin', '/home/u/.tools/bin', '/home/u/bin', '/home/u', '/nowhere'],
  gitFolders: ['/w/proj/.git'],
  isSuperuser: false,
};

function profileOf(place: Partial<SandboxPlace> = {}, host: Partial<HostSandbox> = {}) {
  const world = {
    look: (path: string) => FILES[path],
    isEmpty: () => false,
    linkTarget: (path: string) => LINKS[path] ?? '',
    realPath: (path: string) => LINKS[path] ?? path,
  };
  return new ProfileBuilder({ ...PLACE, ...place }, { ...NO_HOST_SANDBOX, ...host }, world).build();
}

/** Kind of the uppermost mount that a path lies in. */
const kindOf = (profile: ReturnType<typeof profileOf>, path: string): string | undefined =>
  profile.mounts.findLast((mount) => isWithin(path, mount.path))?.kind;

describe('a profile', () => {
  it('shows the system, toolchains and programs by PATH to read, and the project to write', () => {
    const profile = profileOf();
    expect(kindOf(profile, '/usr/bin/env')).toBe('readable');
    expect(kindOf(profile, '/home/u/.cargo/bin/x')).toBe('readable');
    expect(kindOf(profile, '/home/u/.tools/lib')).toBe('readable');
    expect(kindOf(profile, '/home/u/bin/x')).toBe('readable');
    expect(kindOf(profile, '/w/proj/src/a')).toBe('writable');
    expect(kindOf(profile, '/w/proj/.git/objects')).toBe('writable');
    expect(kindOf(profile, '/home/u/.plimsoll/scratch/run-1/x')).toBe('writable');
  });

  it('shows nothing else', () => {
    const profile = profileOf();
    for (const path of [
      '/home/u/data',
      '/home/u/.ssh/id',
      '/home/other',
      '/root',
      '/srv/x',
      '/w/more',
      '/home/u/.plimsoll/projects',
    ])
      expect(isVisible(profile, path), path).toBe(false);
    expect(kindOf(profile, '/home/u/.cargo/credentials.toml')).toBe('hidden-file');
  });

  it('keeps what runs code later as it is, also where it is absent', () => {
    const profile = profileOf();
    expect(kindOf(profile, '/w/proj/.git/hooks/pre-commit')).toBe('readable');
    expect(kindOf(profile, '/w/proj/.git/config')).toBe('readable');
    expect(kindOf(profile, '/w/proj/.claude/settings.json')).toBe('readable');
    expect(kindOf(profile, '/w/proj/.mcp.json')).toBe('closed');
    expect(profile.placeholders).toContain('/w/proj/.mcp.json');
    expect(profile.placeholders).not.toContain('/w/proj/.claude');
  });

  it('shows nothing because a link of the project leads to it', () => {
    expect(profileOf().mounts.filter(({ path }) => path === '/home/u/.ssh')).toEqual([]);
  });

  it('adds what the host allows, and takes what it denies', () => {
    const profile = profileOf(
      {},
      {
        allowRead: ['~/data/**'],
        allowWrite: ['/w/more'],
        denyRead: ['./secret'],
        denyWrite: ['/w/proj/secret'],
      },
    );
    expect(kindOf(profile, '/home/u/data/x')).toBe('readable');
    expect(kindOf(profile, '/w/more/x')).toBe('writable');
    expect(kindOf(profile, '/w/proj/secret/x')).toBe('hidden-folder');
  });

  it('hides credentials where a home is shown or is the project', () => {
    for (const profile of [
      profileOf({}, { allowRead: ['~'] }),
      profileOf({ projectRoot: '/home/u', gitFolders: [] }),
    ]) {
      expect(kindOf(profile, '/home/u/.ssh/id')).toBe('hidden-folder');
      expect(isVisible(profile, '/home/u/data')).toBe(true);
    }
  });

  it('has no network, no namespaces, no capabilities, and dies with us', () => {
    const args = bubblewrapArguments(profileOf(), { cwd: '/w/proj', seccompFd: 3 });
    for (const option of [
      '--unshare-all',
      '--unshare-user',
      '--disable-userns',
      '--new-session',
      '--die-with-parent',
    ])
      expect(args).toContain(option);
    expect(args).not.toContain('--share-net');
    expect(args.join(' ')).toContain('--seccomp 3 --chdir /w/proj --');
  });
});

describe('a path of the host', () => {
  it.each([
    ['~/x', '/home/u/x'],
    ['~', '/home/u'],
    ['//etc/x', '/etc/x'],
    ['/abs/', '/abs'],
    ['./rel', '/w/proj/rel'],
    ['rel/**', '/w/proj/rel'],
    ['../up', '/w/up'],
    ['.', '/w/proj'],
  ])('%s means %s', (text, path) => {
    expect(hostPath(text, '/w/proj', '/home/u')).toBe(path);
  });

  it.each(['~/*/x', '*.pem', 'a?b', '{a,b}'])('%s names no single place', (text) => {
    expect(hostPath(text, '/w/proj', '/home/u')).toBeUndefined();
  });
});
