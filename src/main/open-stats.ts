import type { ReportPlace } from '#features/insights/read-report.ts';
import { ingestSpool } from '#features/sessions/ingest-spool.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { KnownLibraries } from '#infra/known-libraries.ts';
import type { Project } from '#infra/project.ts';
import { usageOf } from '#platforms/transcripts/usage.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { createInsightStore } from '#storage/insight-store.ts';
import { DRIVER_ENV, selectDriver } from '#storage/select-driver.ts';
import { createSessionStore } from '#storage/session-store.ts';
import { createTallyReports } from '#storage/tally-reports.ts';
import { projectOfEvent } from './project-of-event.ts';

/** Where the command line counts. */
export interface StatsScope {
  /** The data directory. */
  readonly home: string;
  readonly env: Environment;
  /** Folder of the bundles. */
  readonly bundleDir: string;
  /** Indexes what is still to be indexed in a project. */
  readonly settle: (project: Project) => Promise<void>;
}

/** What a report is read from, over a store that is open. */
export const statsPlace = (database: Database, home: string): ReportPlace => ({
  home,
  tallies: createTallyReports(database),
  insights: createInsightStore(database),
  usageReader: usageOf,
});

export interface OpenStats {
  readonly database: Database;
  readonly place: ReportPlace;
  /** Something is stored and not yet indexed: passages are not all there. */
  isPending(): boolean;
  /** Idempotent. */
  close(): void;
}

/** Opens the store of a project for its counts alone, spooled events taken in. @throws AppError of the store, DRIVER_MISSING */
export function openStats({ home, env, bundleDir }: StatsScope, project: Project): OpenStats {
  const { driver } = selectDriver({
    bundleDir,
    forced: environmentValue(env, DRIVER_ENV),
    known: new KnownLibraries(home),
  });
  const database = openDatabase({ driver, path: project.databasePath });
  const place = statsPlace(database, home);
  try {
    const isOurs = (cwd: string): boolean => projectOfEvent(home, cwd).dataDir === project.dataDir;
    ingestSpool({ home, store: createSessionStore(database), isOurs });
  } catch (thrown) {
    database.close();
    throw thrown;
  }
  return {
    database,
    place,
    isPending: () => place.insights.knowledge().isPending,
    close: () => database.close(),
  };
}

/** The same with everything indexed that was to be. @throws as openStats, and what indexing throws */
export async function openSettled(scope: StatsScope, project: Project): Promise<OpenStats> {
  const stats = openStats(scope, project);
  if (!stats.isPending()) return stats;
  stats.close();
  await scope.settle(project);
  return openStats(scope, project);
}
