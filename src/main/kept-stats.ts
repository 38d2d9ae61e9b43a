import { type KeptCounts, readCounts, writeCounts } from '#features/insights/kept-counts.ts';
import { projectReport, readReport } from '#features/insights/read-report.ts';
import type { SessionReport, StatsReport } from '#features/insights/report.ts';
import { readSpool, spoolFiles } from '#features/sessions/spool-reader.ts';
import type { Project } from '#infra/project.ts';
import { statPath } from '#infra/stat-path.ts';
import { type OpenStats, openSettled, type StatsScope } from './open-stats.ts';
import { projectOfEvent } from './project-of-event.ts';

/** Sizes of spool files by name, by the project's folder. */
type Spooled = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Spool files with events of a project, by the project's folder, with their sizes. */
export function spooledBytes(home: string): Spooled {
  const found = new Map<string, Map<string, number>>();
  const dataDirs = new Map<string, string>();
  for (const file of spoolFiles(home)) {
    const size = statPath(`${home}/spool/${file}`)?.size ?? 0;
    try {
      const folders = new Set(readSpool(home, file, 0).events.map(({ project, cwd }) => project ?? cwd));
      for (const folder of folders) {
        const dataDir = dataDirs.get(folder) ?? projectOfEvent(home, folder).dataDir;
        dataDirs.set(folder, dataDir);
        found.set(dataDir, (found.get(dataDir) ?? new Map<string, number>()).set(file, size));
      }
    } catch {
      // Another reader removed it meanwhile, or it is not ours to read.
    }
  }
  return found;
}

/** What was kept beside a store, while it is still right: nothing was written since, and everything spooled is in it. */
export function currentCounts(project: Project, spooled: Spooled): KeptCounts | undefined {
  const counts = readCounts(project);
  const files = [...(spooled.get(project.dataDir) ?? [])];
  return files.every(([file, size]) => counts?.spool[file] === size) ? counts : undefined;
}

/** Whose report is made beside the project's: of a named session, of the one used last (undefined), or of none. */
export type WantedSession = { readonly id: string | undefined } | undefined;

/** A session as it is kept: up to which byte its transcript was read decides whether it is still right. */
function keptSession({ place }: OpenStats, report: SessionReport, wanted: WantedSession) {
  const path = place.insights.transcriptOf(report.sessionId);
  const read = (statPath(path ?? '')?.size ?? 0) - (report.host?.unreadBytes ?? 0);
  const transcript = path === undefined ? undefined : { path, bytes: read };
  return { session: { report, isLast: wanted?.id === undefined, transcript } };
}

/** Counts a project anew, and keeps what was counted for the next time. @throws AppError of the store */
export async function countProject(
  scope: StatsScope,
  project: Project,
  wanted?: WantedSession,
): Promise<{ readonly report: StatsReport; readonly notices: readonly string[] }> {
  const stats = await openSettled(scope, project);
  try {
    const notices = stats.database.takeNotices('stats');
    const whole = wanted === undefined ? projectReport(stats.place) : readReport(stats.place, wanted.id);
    const { session, ...report } = whole;
    const shown = session === undefined ? {} : keptSession(stats, session, wanted);
    const counts = { report, spool: stats.place.insights.spoolOffsets(), ...shown };
    // Closing writes: what is kept is marked with what lies there then.
    stats.close();
    keep(project, counts);
    return { report: whole, notices };
  } finally {
    stats.close();
  }
}

function keep(project: Project, counts: KeptCounts): void {
  try {
    writeCounts(project, counts);
  } catch {
    // The next one counts again.
  }
}
