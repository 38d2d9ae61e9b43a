import type { TallyRow } from '#core/tally.ts';
import { contextFiles } from '#infra/context-files.ts';
import type { InsightSession, InsightStore } from '#storage/insight-store.ts';
import type { TallyReports } from '#storage/tally-reports.ts';
import { type HostUsage, readUsage, type UsageReader } from './host-usage.ts';
import {
  countOf,
  daysOf,
  type SessionReport,
  type StatsReport,
  sessionsOf,
  sumOf,
  toolsOf,
} from './report.ts';

export interface ReportPlace {
  readonly home: string;
  readonly tallies: TallyReports;
  readonly insights: InsightStore;
  /** Undefined for an agent whose transcripts nobody can read. */
  readonly usageReader: (platformId: string) => UsageReader | undefined;
}

/** What the agent used; where it cannot be written down how far that was read, the next look begins anew. */
function hostUsage({ insights, usageReader }: ReportPlace, session: InsightSession): HostUsage | undefined {
  const reader = usageReader(session.platform);
  const path = insights.transcriptOf(session.id);
  if (reader === undefined || path === undefined) return undefined;
  const mark = insights.usageMark(session.id);
  const look = readUsage(path, mark, reader);
  if (look === undefined) return undefined;
  if (look.mark.offset !== mark?.offset || look.mark.path !== mark.path) {
    try {
      insights.keepUsage(session.id, look.mark);
    } catch {
      // A store that cannot be written to is told of by whoever has something to keep.
    }
  }
  return look.usage;
}

const eventsOf = (rows: readonly TallyRow[]): SessionReport['events'] =>
  rows
    .filter(({ kind }) => kind === 'event')
    .map(({ name, count }) => [name, count] as const)
    .sort(([a, m], [b, n]) => n - m || a.localeCompare(b));

/** A session of which no hook told. */
const unseen = (id: string): InsightSession => ({ id, platform: '', startedMs: 0, lastMs: 0 });

/** One session; undefined for one that nothing is known of. */
function sessionReport(place: ReportPlace, id: string | undefined): SessionReport | undefined {
  const counted = id === undefined ? [] : place.tallies.byName(id);
  const session = place.insights.session(id) ?? (counted.length > 0 ? unseen(id ?? '') : undefined);
  if (session === undefined) return undefined;
  const rows = id === undefined ? place.tallies.byName(session.id) : counted;
  const byTool = toolsOf(rows);
  const events = eventsOf(rows);
  const host = hostUsage(place, session);
  const { made, restored } = place.insights.snapshots(session.id);
  const often = (name: string): number => events.find(([event]) => event === name)?.[1] ?? 0;
  const cost = contextFiles(place.home, session.id).read('json')?.value.costUsd;
  return {
    sessionId: session.id,
    startedMs: session.startedMs,
    lastMs: session.lastMs,
    ...sumOf(byTool),
    byTool,
    events,
    compactions: Math.max(often('post_compact'), host?.compactions ?? 0),
    snapshots: made,
    restored,
    host,
    costUsd: typeof cost === 'number' ? cost : undefined,
  };
}

/** All counts of a project without those of one session. @throws AppError of the store */
export function projectReport({ tallies, insights }: ReportPlace): StatsReport {
  const rows = tallies.byName();
  const byTool = toolsOf(rows);
  const { isPending: _, ...knowledge } = insights.knowledge();
  return {
    events: countOf(rows, 'event'),
    sessions: countOf(rows, 'session'),
    ...knowledge,
    cacheHits: countOf(rows, 'page-cache'),
    total: sumOf(byTool),
    byTool,
    byDay: daysOf(tallies.byDay()),
    bySession: sessionsOf(tallies.bySession()),
    session: undefined,
  };
}

/** The same with a session: the named one, else the one that was used last. @throws AppError of the store */
export const readReport = (place: ReportPlace, sessionId: string | undefined): StatsReport => ({
  ...projectReport(place),
  session: sessionReport(place, sessionId) ?? sessionReport(place, undefined),
});
