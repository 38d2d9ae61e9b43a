import type { DoorStart } from './domains/behind-door.ts';
import type { Mount, SandboxProfile } from './profile.ts';

/** Folders in memory: more would be the machine's memory. */
const TEMPORARY_BYTES = 1024 ** 3;
const SHARED_MEMORY_BYTES = 256 * 1024 ** 2;
/** The least that the kernel takes for a number: one page. */
const CLOSED_BYTES = 4_096;
/** A folder of names only; it cannot be closed, which would cost as much as a mount. */
const DEVICES_BYTES = 65_536;

/** Few, since each is a mount; there is no terminal, so none of its devices. */
const DEVICES = ['null', 'zero', 'urandom'];
const DEVICE_LINKS = {
  random: 'urandom',
  fd: '/proc/self/fd',
  stdin: '/proc/self/fd/0',
  stdout: '/proc/self/fd/1',
  stderr: '/proc/self/fd/2',
};

const deviceArguments = (): readonly string[] => [
  '--size',
  String(DEVICES_BYTES),
  '--tmpfs',
  '/dev',
  ...DEVICES.flatMap((name) => ['--dev-bind', `/dev/${name}`, `/dev/${name}`]),
  ...Object.entries(DEVICE_LINKS).flatMap(([name, target]) => ['--symlink', target, `/dev/${name}`]),
  '--size',
  String(SHARED_MEMORY_BYTES),
  '--perms',
  '1777',
  '--tmpfs',
  '/dev/shm',
];

export interface BubblewrapRun {
  /** Folder to start in, as the run sees it. */
  readonly cwd: string;
  /** Number of the file from which the filter of system calls is read; undefined: there is none. */
  readonly seccompFd?: number | undefined;
  /** The way to the allowed domains, and the program by which code is confined a second time behind it. */
  readonly door?: DoorStart | undefined;
}

function mountArguments(mount: Mount): readonly string[] {
  const { kind, path } = mount;
  switch (kind) {
    case 'readable':
      return ['--ro-bind', path, path];
    case 'writable':
      return ['--bind', path, path];
    case 'link':
      return ['--symlink', mount.target, path];
    case 'temporary':
      return ['--size', String(TEMPORARY_BYTES), '--perms', '1777', '--tmpfs', path];
    case 'empty':
      return ['--tmpfs', path];
    case 'closed':
      return ['--size', String(CLOSED_BYTES), '--perms', '0555', '--tmpfs', path];
    case 'folder':
      return ['--dir', path];
    case 'hidden-folder':
      return ['--size', String(CLOSED_BYTES), '--perms', '0000', '--tmpfs', path];
    case 'hidden-file':
      // On a mount without devices, where the null device cannot be opened.
      return ['--ro-bind', '/dev/null', path];
    default:
      return kind satisfies never;
  }
}

/** Folders become read-only only when everything that lies inside them is mounted; what lies over one is left alone. */
const sealArguments = (mount: Mount, place: number, mounts: readonly Mount[]): readonly string[] => {
  const { kind, path } = mount;
  const isCovered = mounts.slice(place + 1).some((later) => later.path === path);
  return kind === 'empty' && !isCovered ? ['--remount-ro', path] : [];
};

/** What takes the last rights away: in the first bubblewrap, or in the second one where there is a door. */
const lastArguments = (cwd: string, seccompFd: number | undefined): readonly string[] => [
  '--disable-userns',
  '--cap-drop',
  'ALL',
  ...(seccompFd === undefined ? [] : ['--seccomp', String(seccompFd)]),
  '--chdir',
  cwd,
  '--',
];

/** All that the first one shows, in namespaces of processes and users of their own. */
const SECOND = ['--unshare-user', '--unshare-pid', '--die-with-parent', '--dev-bind', '/', '/'];

/** The superuser's own number can only be handed on by whoever may give capabilities to files. */
const SECOND_OF_SUPERUSER = ['--cap-drop', 'ALL', '--cap-add', 'CAP_SETFCAP'];

/** Arguments of bubblewrap 0.7 or newer up to the `--` that the command follows. */
export function bubblewrapArguments(
  profile: SandboxProfile,
  { cwd, seccompFd, door }: BubblewrapRun,
): readonly string[] {
  // Over everything that is mounted already: before the folders of the system that a run gets anew.
  const isRoot = ({ kind, path }: Mount): boolean => kind === 'writable' && path === '/';
  const mounts = profile.mounts.filter((mount) => !isRoot(mount));
  const roots = profile.mounts.filter(isRoot);
  const last = lastArguments(cwd, seccompFd);
  return [
    '--unshare-all',
    '--unshare-user',
    ...(profile.hasNetwork ? ['--share-net'] : []),
    '--new-session',
    '--die-with-parent',
    ...roots.flatMap(mountArguments),
    '--proc',
    '/proc',
    ...deviceArguments(),
    ...mounts.flatMap(mountArguments),
    ...(door === undefined ? [] : ['--bind', door.socket, door.socket]),
    ...mounts.flatMap(sealArguments),
    ...(roots.length === 0 ? ['--remount-ro', '/'] : []),
    ...(door === undefined
      ? last
      : [
          ...(process.getuid?.() === 0 ? SECOND_OF_SUPERUSER : []),
          '--chdir',
          '/',
          '--',
          ...door.command,
          ...SECOND,
          ...last,
        ]),
  ];
}
