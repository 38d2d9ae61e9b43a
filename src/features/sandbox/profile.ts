/** One thing of the file system that confined code sees, or does not. Paths are absolute and without links. */
export type Mount =
  | { readonly kind: 'readable' | 'writable'; readonly path: string }
  /** A link of the system, such as `/bin`. */
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  /** A folder of its own for every run, gone afterwards. */
  | { readonly kind: 'temporary'; readonly path: string }
  /** An empty folder that nothing can be written into, over whatever lies there; other mounts may lie inside. */
  | { readonly kind: 'empty'; readonly path: string }
  /** The same, with nothing inside, for many: it costs a third. What is written by force stays in it and is gone with it. */
  | { readonly kind: 'closed'; readonly path: string }
  /** An empty folder where nothing is shown. */
  | { readonly kind: 'folder'; readonly path: string }
  /** There, and refused to everybody. */
  | { readonly kind: 'hidden-file' | 'hidden-folder'; readonly path: string };

/** Everything that is decided about a confined run. */
export interface SandboxProfile {
  /** In order: later ones lie on top of earlier ones. */
  readonly mounts: readonly Mount[];
  /** Names of `mounts` that do not exist and get an empty folder for the time of the run, absolute. */
  readonly placeholders: readonly string[];
  readonly hasNetwork: boolean;
}

/** What lies at a path; undefined for nothing. */
export type Look = (path: string) => 'file' | 'folder' | 'link' | undefined;

/** True for the folder itself and for everything below it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/** True when the path exists for confined code because something was mounted there or above it. */
export function isVisible({ mounts }: SandboxProfile, path: string): boolean {
  const top = mounts.findLast((mount) => isWithin(path, mount.path));
  return top?.kind === 'readable' || top?.kind === 'writable' || (top !== undefined && top.path === path);
}
