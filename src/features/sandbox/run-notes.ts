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

/** What is said first; `network` undefined: no domain is allowed. */
export function firstNotes(network: NetworkState | undefined): readonly string[] {
  switch (network?.kind) {
    case undefined:
      return [firstNote('no network')];
    case 'open':
      return [firstNote('network by a proxy to the allowed domains only')];
    case 'closed':
      return [
        firstNote('no network'),
        `[allowed domains need ${RUNTIME_PACKAGE}, beside the plugin or among node's global packages, and socat: the network stays off (${network.why})]`,
      ];
    default:
      return network satisfies never;
  }
}

/** Files by which git will run something that this run made. Empty text for none. */
export function gitNote(files: readonly string[], root: string): string {
  if (files.length === 0) return '';
  const shown = files.slice(0, MAX_NAMED).map((file) => {
    const path = relative(root, file);
    return path.startsWith('..') || isAbsolute(path) ? file : path;
  });
  const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
  return `[this run made or changed what git runs later: ${shown.join(', ')}${more}]`;
}

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
