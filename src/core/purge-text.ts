import type { PurgePlan, PurgeReport } from './purge.ts';
import { formatBytes, formatCount } from './units.ts';

const counted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** What goes, in one line: `#3 (build log): 1 source, 12 KB stored, 0 events, 0 counts of answers`. */
export const planText = ({ what, sources, storedBytes, events, answers }: PurgePlan): string =>
  `${what}: ${counted(sources, 'source', 'sources')} (${formatBytes(storedBytes)} stored), ${counted(events, 'event', 'events')}, counts of ${counted(answers, 'answer', 'answers')}, and the logs`;

/** What went, and what did not. */
export const reportText = (report: PurgeReport): string =>
  [
    `Removed ${planText(report)}.`,
    ...(report.left.length === 0 ? ['Nothing of it is left on disk.'] : ['Not removed:', ...report.left]),
  ].join('\n');
