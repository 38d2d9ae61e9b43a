import { isAbsolute, join, normalize } from 'node:path';

/** Where a path of the host's settings points; undefined for a pattern that names no single place. */
export function hostPath(text: string, projectRoot: string, home: string): string | undefined {
  const path = text.replace(/(?:\/\*\*?)+$/, '') || '/';
  if (/[*?[\]{}]/.test(path)) return undefined;
  const absolute =
    path === '~' || path.startsWith('~/')
      ? join(home, path.slice(1))
      : isAbsolute(path)
        ? path
        : join(projectRoot, path);
  const clean = normalize(absolute).replace(/^\/\/+/, '/');
  return clean.length > 1 ? clean.replace(/\/$/, '') : clean;
}
