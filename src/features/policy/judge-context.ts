import type { ListFolder } from './paths/expand-glob.ts';
import { normalise } from './paths/segments.ts';
import type { PermissionPolicy, PolicyPlace } from './policy.ts';

/** What a judgement needs to be told about the machine. */
export interface JudgeOptions {
  /** The OS sandbox is there and will hold this run. Absent: it is not. */
  readonly isConfined?: boolean;
  /** The path without links in it; undefined where nothing lies. Absent: links are not followed. */
  readonly realPath?: (path: string) => string | undefined;
  /** Names in a folder, by which globs are followed to the files that they stand for. Absent: globs are judged by their form. */
  readonly list?: ListFolder;
  /** The code is for another kind of shell (PowerShell, cmd), which cannot be taken apart: what is not denied asks. */
  readonly isOtherShell?: boolean;
  /** Absent: the platform of this process. */
  readonly platform?: NodeJS.Platform;
}

/** All that one judgement looks at. */
export interface JudgeContext {
  readonly policy: PermissionPolicy;
  readonly place: PolicyPlace;
  readonly platform: NodeJS.Platform;
  readonly isConfined: boolean;
  readonly isOtherShell: boolean;
  /** Absent: links are not followed. */
  readonly realPath: ((path: string) => string | undefined) | undefined;
  /** Absent: globs are judged by their form. */
  readonly list: ListFolder | undefined;
  /** The folders in which files count as inside, normalised, also as their links lead. */
  readonly roots: () => readonly string[];
  /** What was found out about a path or a rule already: a script names the same few again and again. */
  readonly remember: <T>(key: string | object, find: () => T) => T;
}

/** Puts together what a judgement looks at. Links of the working folders are followed when that is first asked for. */
export function judgeContext(
  policy: PermissionPolicy,
  place: PolicyPlace,
  options: JudgeOptions = {},
): JudgeContext {
  const platform = options.platform ?? process.platform;
  const { realPath } = options;
  let roots: readonly string[] | undefined;
  const findRoots = (): readonly string[] => {
    // Not the folder where the call begins: the model chooses that.
    const folders = [place.projectRoot, ...policy.additionalDirectories];
    const all = folders.flatMap((folder) => [folder, realPath?.(folder) ?? folder]);
    return [...new Set(all.map((folder) => normalise(folder, platform)))];
  };
  const known = new Map<string | object, unknown>();
  return {
    policy,
    place,
    platform,
    realPath,
    list: options.list,
    isConfined: options.isConfined === true,
    isOtherShell: options.isOtherShell === true,
    roots: () => {
      roots ??= findRoots();
      return roots;
    },
    remember: <T>(key: string | object, find: () => T): T => {
      if (!known.has(key)) known.set(key, find());
      return known.get(key) as T;
    },
  };
}
