import { isAbsolute, relative } from 'node:path';
import { formatBytes } from '#core/units.ts';
import type { NetworkState } from './domains/domain-network.ts';
import { RUNTIME_PACKAGE } from './domains/load-runtime.ts';
import { hiddenFrom } from './hidden-credentials.ts';
import { MAX_FILE_BYTES } from './limits-script.ts';

/** Exit code of a shell whose command was ended for a file that grew too large (SIGXFSZ is 25). */
const FILE_TOO_LARGE_EXIT = 128 + 25;
/** Files that are named; of the rest only the number. */
const MAX_NAMED = 5;

/** Said once by every server, with the first confined result; `network`: what there is of it. */
const firstNote = (network: string): string =>
  `[confined by bubblewrap: writes only in the project, home and other folders hidden, ${network}]`;

/** The same where the host's settings take files out of it. */
const openFilesNote = (network: string): string =>
  `[confined by bubblewrap: ${network}; files as without it (sandbox.filesystem.disabled), but for known credentials]`;

/** Said once where nobody asks for confinement. */
export const OPEN_NOTE = 'No OS confinement; permission rules only';

/** What is said first; `network` undefined: no domain is allowed. */
export function firstNotes(network: NetworkState | undefined, isFilesystemOpen: boolean): readonly string[] {
  const note = isFilesystemOpen ? openFilesNote : firstNote;
  switch (network?.kind) {
    case undefined:
      return [note('no network')];
    case 'open':
      return [note('network by a proxy to the allowed domains only')];
    case 'closed':
      return [
        note('no network'),
        `[allowed domains need ${RUNTIME_PACKAGE}, beside the plugin or among node's global packages, and socat: the network stays off (${network.why})]`,
      ];
    default:
      return network satisfies never;
  }
}

/** Where deny rules with patterns were not applied; nothing where they were applied everywhere. */
export const gapNotes = (gaps: readonly string[]): readonly string[] =>
  gaps.length === 0 ? [] : [`[deny rules with patterns hold for this run ${gaps.join('; ')}]`];

/** Folders that are never looked into for that; said once. */
export const passedNotes = (names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`[deny rules with patterns are not applied inside ${names.join(', ')}]`];

function named(files: readonly string[], root: string): string {
  const shown = files.slice(0, MAX_NAMED).map((file) => {
    const path = relative(root, file);
    return path.startsWith('..') || isAbsolute(path) ? file : path;
  });
  const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
  return `${shown.join(', ')}${more}`;
}

/** Files by which git will run something that this run made. Empty text for none. */
export const gitNote = (files: readonly string[], root: string): string =>
  files.length === 0 ? '' : `[this run made or changed what git runs later: ${named(files, root)}]`;

/** Links that stand where nothing may be written. Empty text for none. */
export const linksNote = (links: readonly string[], root: string): string =>
  links.length === 0
    ? ''
    : `[this run replaced links that it may not change; they were put back, and what stood there lies beside them: ${named(links, root)}]`;

/** What has to be said about how a confined run ended; empty when there is nothing. */
export function endNotes(exitCode: number | null, code: string): readonly string[] {
  if (exitCode === null || exitCode === 0) return [];
  if (exitCode === FILE_TOO_LARGE_EXIT)
    return [
      `[a file reached ${formatBytes(MAX_FILE_BYTES)}, the limit of confined code; what was written is left there]`,
    ];
  const hidden = hiddenFrom(code);
  return hidden === undefined ? [] : [hidden];
}
