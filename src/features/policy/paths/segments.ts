/** A path with slashes, as the host's rules write it: `C:\a` is `/c/a`, without a stream name or a device prefix. */
export function toSlashes(path: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return path;
  const slashed = path.replaceAll('\\', '/').replace(/^\/\/[?.]\/(?:UNC\/)?/i, '');
  const drive = /^([A-Za-z]):(\/.*)?$/s.exec(slashed);
  const whole = drive === null ? slashed : `/${(drive[1] ?? '').toLowerCase()}${drive[2] ?? '/'}`;
  // NTFS opens `name:stream`, `name.` and `name ` as `name`.
  return whole.replace(/:[^/]*/g, '').replace(/(?<![./])[. ]+(?=\/|$)/g, '');
}

/** Names between the slashes, `.` left out and `..` taken back. */
export function segmentsOf(path: string): readonly string[] {
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') out.pop();
    else if (part !== '' && part !== '.') out.push(part);
  }
  return out;
}

const isAbsolute = (path: string, platform: NodeJS.Platform): boolean =>
  path.startsWith('/') || (platform === 'win32' && /^(?:[A-Za-z]:|\\)/.test(path));

/** Absolute path of what is written, seen from a folder; `~` is not expanded. */
export const joinPath = (folder: string, path: string, platform: NodeJS.Platform): string =>
  isAbsolute(path, platform) ? path : `${folder}/${path}`;

/** Normalised: `/a/./b/../c` is `/a/c`. */
export const normalise = (path: string, platform: NodeJS.Platform): string =>
  `/${segmentsOf(toSlashes(path, platform)).join('/')}`;

/** File names differ only in case there; NFC because macOS stores another form. */
export const foldPath = (path: string, platform: NodeJS.Platform): string =>
  platform === 'darwin' || platform === 'win32' ? path.normalize('NFC').toLowerCase() : path;

/** Whether a normalised path is this folder or lies below it. */
export const isWithin = (path: string, folder: string): boolean =>
  folder === '/' || path === folder || path.startsWith(`${folder}/`);
