import type { ForeignFile } from '#core/export/foreign-file.ts';
import { withEntries, withoutEntries } from '#core/export/json-entries.ts';
import { type JsonOddity, odditiesOf } from '#core/export/json-oddities.ts';
import { hasBrokenSection, withoutSection, withSection } from '#core/export/text-section.ts';
import { readForeign, whyReadOnly } from './read-foreign.ts';
import type { ExportRecords } from './record.ts';

/** What a file becomes; undefined: no file. `before` and `after` are the same where nothing has to be done. */
export interface FileChange {
  readonly path: string;
  /** Where a link leads; else the path. */
  readonly target: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** What the agent will not like about the file, although it is not ours to put right; undefined: nothing. */
  readonly warning?: string;
}

/** A file that cannot be edited, where in it that shows, and why. */
export interface FileFault {
  readonly path: string;
  readonly reason: string;
}

export const isFault = (outcome: FileChange | FileFault): outcome is FileFault => 'reason' in outcome;

const faultAt = (
  path: string,
  at: { readonly line: number; readonly column: number; readonly reason: string },
): FileFault => ({
  path,
  reason: `line ${at.line}, column ${at.column}: ${at.reason}`,
});

const SAID: Readonly<Record<JsonOddity, string>> = {
  comments: 'has comments',
  'last comma': 'has a comma behind a last item',
  'byte order mark': 'begins with a byte order mark',
  link: 'is a link',
};

/** What the agent will not read about a file, although it is not ours to put right; undefined when there is nothing. */
function warningOf(file: ForeignFile, text: string, isLink: boolean): string | undefined {
  if (file.kind === 'section' || file.refuses === undefined) return undefined;
  const refuses: readonly JsonOddity[] = file.refuses;
  const found = [...(isLink ? (['link'] as const) : []), ...odditiesOf(text)];
  const refused = found.filter((oddity) => refuses.includes(oddity));
  if (refused.length === 0) return undefined;
  return `${refused.map((oddity) => SAID[oddity]).join(' and ')}, which this agent does not read: it passes over the whole file or does not start`;
}

/** A file as it is to be with the export in it. Never throws. */
export function changeTo(file: ForeignFile): FileChange | FileFault {
  const { path } = file;
  const found = readForeign(path);
  if (found.kind === 'fault') return { path, reason: found.reason };
  const before = found.kind === 'text' ? found.text : undefined;
  const after = edited(file, before);
  if (typeof after !== 'string') return after;
  const warning = found.kind === 'text' ? warningOf(file, after, found.isLink) : undefined;
  return writable({
    path,
    target: found.target,
    before,
    after,
    ...(warning === undefined ? {} : { warning }),
  });
}

function edited(file: ForeignFile, before: string | undefined): string | FileFault {
  const { path } = file;
  switch (file.kind) {
    case 'own':
      return file.text;
    case 'section':
      if (hasBrokenSection(before ?? ''))
        return {
          path,
          reason: 'holds only one of the two marks of plimsoll; put the other back or take this one out',
        };
      return withSection(before ?? '', file.text);
    case 'json': {
      const result = withEntries(before ?? '', file.entries);
      return result.kind === 'fault' ? faultAt(path, result) : result.text;
    }
    default:
      return file satisfies never;
  }
}

function writable(change: FileChange): FileChange | FileFault {
  if (change.before === change.after) return change;
  const reason = whyReadOnly(change.target);
  return reason === undefined ? change : { path: change.path, reason };
}

/**
 * A file as it is to be without the export: as it was before, byte for byte, where nobody changed it since; else without what
 * is ours. Never throws.
 */
export function changeFrom(
  file: ForeignFile,
  records: ExportRecords,
  hashOf: (text: string) => string,
): FileChange | FileFault {
  const { path } = file;
  const found = readForeign(path);
  if (found.kind === 'fault') return { path, reason: found.reason };
  const { target } = found;
  if (found.kind === 'absent') return { path, target, before: undefined, after: undefined };
  const record = records.of(path);
  const former = records.before(path);
  const isAsLeft = record !== undefined && record.after === hashOf(found.text);
  // The copy may be gone where somebody cleaned up: then the file is edited, which is nearly as good.
  if (isAsLeft && (former !== undefined || record.backup === undefined))
    return writable({ path, target, before: found.text, after: former });
  const rest = withoutOurs(file, found.text, former ?? '');
  if (typeof rest === 'object') return rest;
  const isEmpty = former === undefined && /^\uFEFF?\s*(?:\{\s*\}\s*)?$/.test(rest ?? '');
  return writable({ path, target, before: found.text, after: isEmpty ? undefined : rest });
}

/** Undefined: the file goes. */
function withoutOurs(file: ForeignFile, text: string, former: string): string | undefined | FileFault {
  switch (file.kind) {
    case 'own':
      // Somebody's own text in a file of our name stays.
      return text === file.text || text.includes('plimsoll') ? former || undefined : text;
    case 'section':
      if (hasBrokenSection(text))
        return {
          path: file.path,
          reason: 'holds only one of the two marks of plimsoll; take out by hand what is ours',
        };
      return withoutSection(text);
    case 'json': {
      const result = withoutEntries(text, file.entries, former);
      return result.kind === 'fault' ? faultAt(file.path, result) : result.text;
    }
    default:
      return file satisfies never;
  }
}
