import { basename } from 'node:path';
import { type AppError, toAppError } from '#core/errors.ts';
import { mergeReports, type ProjectReport } from '#features/insights/merge-reports.ts';
import type { ProjectSums } from '#features/insights/render-report.ts';
import type { StatsReport } from '#features/insights/report.ts';
import { allProjects } from './all-projects.ts';
import { countProject, currentCounts, spooledBytes } from './kept-stats.ts';
import type { StatsScope } from './open-stats.ts';

export interface AllReport {
  readonly report: StatsReport;
  readonly byProject: readonly ProjectSums[];
  readonly notices: readonly string[];
  /** Stores that could not be counted. */
  readonly failures: readonly AppError[];
}

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
      const known = currentCounts(project, spooled);
      const counted = known === undefined ? await countProject(scope, project) : undefined;
      const report = known?.report ?? counted?.report;
      if (report === undefined) continue;
      reports.push(report);
      byProject.push({ project: basename(project.dataDir), ...report.total });
      notices.push(...(counted?.notices ?? []));
    } catch (thrown) {
      failures.push(toAppError(thrown));
    }
  }
  const [first] = failures;
  if (first !== undefined && reports.length === 0) throw first;
  return { report: mergeReports(reports), byProject, notices, failures };
}
