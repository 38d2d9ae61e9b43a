import { type AppError, toAppError } from '#core/errors.ts';
import { type KeptCounts, readCounts, writeCounts } from '#features/insights/kept-counts.ts';
import { mergeReports, type ProjectReport } from '#features/insights/merge-reports.ts';
import { projectReport } from '#features/insights/read-report.ts';
import type { ProjectSums } from '#features/insights/render-report.ts';
import type { StatsReport } from '#features/insights/report.ts';
import { readSpool, spoolFiles } from '#features/sessions/spool-reader.ts';
import type { Project } from '#infra/project.ts';
import { statPath } from '#infra/stat-path.ts';
import { allProjects } from './all-projects.ts';
import { openSettled, type StatsScope } from './open-stats.ts';
import { projectOfEvent } from './project-of-event.ts';

/** Spool files with events of a project, by the project's folder, with their sizes. */
function spooledBytes(home: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
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

export interface AllReport {
  readonly report: StatsReport;
  readonly byProject: readonly ProjectSums[];
  readonly notices: readonly string[];
  /** Stores that could not be counted. */
  readonly failures: readonly AppError[];
}

interface Counted {
  readonly counts: KeptCounts;
  readonly notices: readonly string[];
}

/** Counts a project anew, and keeps what was counted for the next time. @throws AppError of the store */
async function countProject(scope: StatsScope, project: Project): Promise<Counted> {
  const stats = await openSettled(scope, project);
  try {
    const { session: _, ...report } = projectReport(stats.place);
    const notices = stats.database.takeNotices('stats');
    const counts = { report, spool: stats.place.insights.spoolOffsets() };
    stats.close();
    keep(project, counts);
    return { counts, notices };
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

/** Whether everything that was spooled for a project is in its counts. */
const hasAll = ({ spool }: KeptCounts, spooled: ReadonlyMap<string, number> | undefined): boolean =>
  [...(spooled ?? [])].every(([file, size]) => spool[file] === size);

/** All projects added up: from what was kept beside each store, as long as nothing was written since. @throws the first fault where every store has one */
export async function countAll(scope: StatsScope): Promise<AllReport> {
  const { home } = scope;
  const spooled = spooledBytes(home);
  const reports: ProjectReport[] = [];
  const byProject: ProjectSums[] = [];
  const notices: string[] = [];
  const failures: AppError[] = [];
  for (const project of allProjects(home)) {
    try {
      const known = readCounts(project);
      const isCurrent = known !== undefined && hasAll(known, spooled.get(project.dataDir));
      const counted = isCurrent ? { counts: known, notices: [] } : await countProject(scope, project);
      const { report } = counted.counts;
      reports.push(report);
      byProject.push({ project: project.dataDir.replace(/^.*[\\/]/, ''), ...report.total });
      notices.push(...counted.notices);
    } catch (thrown) {
      failures.push(toAppError(thrown));
    }
  }
  const [first] = failures;
  if (first !== undefined && reports.length === 0) throw first;
  return { report: mergeReports(reports), byProject, notices, failures };
}
