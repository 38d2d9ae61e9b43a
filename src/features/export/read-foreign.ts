import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '#core/errors.ts';

/** A file of somebody else's as it is; `target` is where a link leads. */
export type Foreign =
  | { readonly kind: 'absent'; readonly target: string }
  | { readonly kind: 'text'; readonly text: string; readonly target: string; readonly isLink: boolean }
  | { readonly kind: 'fault'; readonly reason: string };

/** No settings file of an agent comes near this; parsing stays quick. */
const MAX_BYTES = 4 * 1024 * 1024;

/** To the byte: what is no UTF-8 could not be written back as it was. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const fault = (reason: string): Foreign => ({ kind: 'fault', reason });

/** Reads a file that is to be edited. Never throws: what cannot be edited says why. */
export function readForeign(path: string): Foreign {
  try {
    const link = lstatSync(path, { throwIfNoEntry: false });
    if (link === undefined) return { kind: 'absent', target: path };
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return fault('is a link that leads nowhere');
    if (!stat.isFile()) return fault(stat.isDirectory() ? 'is a folder' : 'is no regular file');
    if (stat.size > MAX_BYTES) return fault(`has ${stat.size} bytes, more than ${MAX_BYTES}`);
    const bytes = readFileSync(path);
    try {
      return {
        kind: 'text',
        text: decoder.decode(bytes),
        target: link.isSymbolicLink() ? realpathSync(path) : path,
        isLink: link.isSymbolicLink(),
      };
    } catch {
      return fault('is no UTF-8 text');
    }
  } catch (thrown) {
    return fault(`cannot be read (${systemCode(thrown) ?? String(thrown)})`);
  }
}

const WRITABLE = 0o222;

/** What is nearest above a path and is there: a folder, or something that is in the way of one. */
function existingAbove(path: string): string {
  let folder = dirname(path);
  while (lstatSync(folder, { throwIfNoEntry: false }) === undefined && dirname(folder) !== folder)
    folder = dirname(folder);
  return folder;
}

/**
 * Why a file may not be written to; undefined when it may. A file that its owner made read-only stays as it is, also where the
 * system would let us replace it.
 */
export function whyReadOnly(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && (stat.mode & WRITABLE) === 0) return 'is read-only';
    const folder = existingAbove(path);
    const above = statSync(folder, { throwIfNoEntry: false });
    if (above === undefined) return `lies below ${folder}, a link that leads nowhere`;
    if (!above.isDirectory()) return `lies below ${folder}, which is no folder`;
    return (above.mode & WRITABLE) === 0 ? `lies in ${folder}, which is read-only` : undefined;
  } catch (thrown) {
    return `cannot be written (${systemCode(thrown) ?? String(thrown)})`;
  }
}
