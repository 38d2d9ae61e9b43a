import { formatBytes, formatCount } from '#core/units.ts';
import type { Skipped, SkipReason } from '../walk/walk-skips.ts';
import type { FileChanges, FolderReport } from './index-folder.ts';
import { type IndexLimits, LIMIT_VARIABLES } from './index-limits.ts';

const plural = (count: number, word: string): string =>
  `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;

const REASONS: Readonly<Record<SkipReason, string>> = {
  ignored: 'ignored by .gitignore',
  excluded: 'excluded',
  generated: 'generated or fetched by tools',
  binary: 'binary',
  secret: 'likely secret',
  minified: 'minified',
  'too large': 'too large',
  link: 'links',
  special: 'no regular file',
  forbidden: 'forbidden by a permission rule',
  unreadable: 'unreadable',
};

function named({ count, examples }: FileChanges): string {
  return `${examples.join(', ')}${count > examples.length ? ', …' : ''}`;
}

/** What was left out, by reason, with examples; empty when nothing was. */
function skippedText(skipped: readonly Skipped[]): string {
  const parts = skipped.map(
    (entry) => `${formatCount(entry.count)} ${REASONS[entry.reason]} (${named(entry)})`,
  );
  return parts.length === 0 ? '' : `Skipped: ${parts.join('; ')}.`;
}

const LIMITS: Readonly<Record<keyof IndexLimits, (limits: IndexLimits) => string>> = {
  maxFiles: ({ maxFiles }) => `${formatCount(maxFiles)} files`,
  maxDepth: ({ maxDepth }) => `${formatCount(maxDepth)} levels of folders`,
  maxFileBytes: ({ maxFileBytes }) => `${formatBytes(maxFileBytes)} per file`,
  maxBytes: ({ maxBytes }) => `${formatBytes(maxBytes)} of all files`,
};

/** Limits that hid something. A file over the size limit is one too: a variable raises it. */
function limitsText(report: FolderReport): string {
  const isFileTooLarge = report.skipped.some(({ reason }) => reason === 'too large');
  const hit = isFileTooLarge ? [...report.hit, 'maxFileBytes' as const] : report.hit;
  const parts = hit.map((limit) => `${LIMITS[limit](report.limits)} (${LIMIT_VARIABLES[limit]})`);
  return parts.length === 0 ? '' : `Limit reached: ${parts.join('; ')}. What lies beyond is not indexed.`;
}

/** The report in a few lines, for model and user. `name` is the folder as it was named. */
export function folderSummary(name: string, report: FolderReport): string {
  const { added, changed, unchanged, removed } = report;
  const counts = [
    `${formatCount(added.count)} new`,
    `${formatCount(changed.count)} changed`,
    `${formatCount(unchanged)} unchanged`,
    `${formatCount(removed.count)} removed`,
  ];
  const written = `${plural(report.passages, 'passage')} written`;
  return [
    `${report.isCancelled ? 'Cancelled' : 'Indexed'} ${name}: ${plural(report.files, 'file')} (${counts.join(', ')}), ${written}.`,
    changed.count > 0 ? `Changed: ${named(changed)}.` : '',
    removed.count > 0 ? `Removed: ${named(removed)}.` : '',
    skippedText(report.skipped),
    limitsText(report),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** True when the call did nothing at all: no file is indexed, and none was taken out. */
export const isNothing = (report: FolderReport): boolean =>
  report.files === 0 && report.removed.count === 0 && !report.isCancelled;

/** Why nothing was indexed. */
export function nothingIndexed(name: string, report: FolderReport): string {
  const why = skippedText(report.skipped) || 'It holds no files, or none that was asked for.';
  return [`0 files indexed: nothing in ${name} can be.`, why, limitsText(report)]
    .filter((line) => line !== '')
    .join('\n');
}
