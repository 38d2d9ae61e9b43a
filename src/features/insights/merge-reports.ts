import { addSums, NO_SUMS, type TallySums } from '#core/tally.ts';
import type { KnowledgeCounts, SessionSums, StatsReport, ToolSums } from './report.ts';

/** Rows with the same key added up, in the order in which they came first. */
function merged<T extends TallySums>(rows: readonly T[], keyOf: (row: T) => string): readonly T[] {
  const sums = new Map<string, T>();
  for (const row of rows) {
    const before = sums.get(keyOf(row));
    sums.set(keyOf(row), before === undefined ? row : { ...row, ...addSums(before, row) });
  }
  return [...sums.values()];
}

/** Counts of a project for all of them; without a session. */
export type ProjectReport = Omit<StatsReport, 'session'>;

const NOTHING: ProjectReport = {
  events: 0,
  sessions: 0,
  sources: 0,
  chunks: 0,
  sourceBytes: 0,
  storedBytes: 0,
  cacheHits: 0,
  total: NO_SUMS,
  byTool: [],
  byDay: [],
  bySession: [],
};

const added = (
  reports: readonly ProjectReport[],
  key: keyof KnowledgeCounts | 'events' | 'sessions',
): number => reports.reduce((sum, report) => sum + report[key], 0);

/** Reports of projects as one. Empty: nothing was counted anywhere. */
export function mergeReports(reports: readonly ProjectReport[]): StatsReport {
  const byTool: readonly ToolSums[] = reports.flatMap((report) => report.byTool);
  const bySession: readonly SessionSums[] = reports.flatMap((report) => report.bySession);
  return {
    ...NOTHING,
    events: added(reports, 'events'),
    sessions: added(reports, 'sessions'),
    sources: added(reports, 'sources'),
    chunks: added(reports, 'chunks'),
    sourceBytes: added(reports, 'sourceBytes'),
    storedBytes: added(reports, 'storedBytes'),
    cacheHits: added(reports, 'cacheHits'),
    total: reports.map(({ total }) => total).reduce(addSums, NO_SUMS),
    byTool: merged(byTool, ({ kind, name }) => `${kind} ${name}`),
    byDay: merged(
      reports.flatMap((report) => report.byDay),
      ({ day }) => day,
    ).toSorted((a, b) => a.day.localeCompare(b.day)),
    bySession: merged(bySession, ({ sessionId }) => sessionId),
    session: undefined,
  };
}
