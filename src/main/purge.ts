import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError, toAppError } from '#core/errors.ts';
import { formatHandle } from '#core/ids.ts';
import type { PurgePlan, PurgeReport, PurgeTarget, Purging } from '#core/purge.ts';
import { COUNTS_FILE } from '#features/insights/kept-counts.ts';
import { purgeSpool } from '#features/sessions/purge-spool.ts';
import { isLivePart } from '#infra/output-parts.ts';
import { namesInPlace, ownFiles } from '#infra/own-files.ts';
import type { Project } from '#infra/project.ts';
import { fileSafe, GUIDE, OWED } from '#infra/spool.ts';
import { projectOfEvent } from './project-of-event.ts';
import type { Workspace } from './workspace.ts';

interface PurgingPlace {
  readonly home: string;
  /** The project that is asked from. */
  readonly own: () => Workspace;
  readonly projects: () => readonly Project[];
  /** The stores of another project; the caller closes them. */
  readonly open: (project: Project) => Workspace;
}

/** Beside the store: what belongs to nobody but the project. */
const WHOLE_STORE = /^plimsoll\.db\b.*(?:corrupt|backup)/;

const JOURNAL_LEFT =
  'a process that is reading still needs the write-ahead log; its rest goes when that one is done or ends';

/** Removes what is removed as a file; names of those that stay, with the reason. */
function removeFiles(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    try {
      rmSync(path, { recursive: true, force: true });
      return [];
    } catch (thrown) {
      return [`${path}: ${toAppError(thrown).message}`];
    }
  });
}

/** Log files name sources and paths; a purge of any of them takes all, since they serve only to find faults. */
const logFiles = (home: string): readonly string[] => ownFiles(home, 'logs');

/** What the status line and the monitor keep of a session, and the note that a guide is owed to it. */
function sessionFiles(home: string, sessions: readonly string[]): readonly string[] {
  const stems = new Set(sessions.map(fileSafe));
  const owed = [...stems].map((stem) => `-${stem}${OWED}`);
  return [
    ...ownFiles(home, 'context').filter((path) => {
      const name = basename(path);
      return stems.has(name.replace(/\.[^.]*$/, '')) || stems.has(name.replace(/\..*$/, ''));
    }),
    // A guide may tell of a session whose work goes on in another one; it is made again.
    ...ownFiles(home, 'spool').filter(
      (path) => path.includes(GUIDE) || owed.some((end) => path.endsWith(end)),
    ),
  ];
}

/** Purging over the stores of this data directory. */
export function createPurging(place: PurgingPlace): Purging {
  const { home } = place;

  async function planOf(workspace: Workspace, target: PurgeTarget): Promise<PurgePlan> {
    workspace.ingest();
    await workspace.knowledge.settle();
    if (target.scope === 'source') {
      const source = workspace.knowledge.sourceOf(target.id);
      if (source === undefined)
        throw new AppError(
          'HANDLE_UNKNOWN',
          `id: nothing is stored as ${formatHandle(target.id)} in this project.`,
        );
      const storedBytes = source.origin === 'stored' ? source.bytes : 0;
      return {
        what: `${formatHandle(source.id)} (${source.label})`,
        sources: 1,
        storedBytes,
        events: 0,
        answers: 0,
      };
    }
    if (target.scope === 'session') {
      if (!workspace.purges.hasSession(target.id))
        throw new AppError(
          'ARGUMENT_INVALID',
          `id: this project has no session ${JSON.stringify(target.id)}.`,
        );
      return { what: `session ${target.id}`, ...workspace.purges.counts(target.id) };
    }
    return { what: `project ${workspace.project.dataDir}`, ...workspace.purges.counts() };
  }

  /** Everything of one project, its files in the data directory among it; the store itself stays, empty. */
  async function purgeProject(workspace: Workspace): Promise<readonly string[]> {
    const { project } = workspace;
    const sessions = workspace.purges.sessions();
    purgeSpool(
      { home, store: workspace.sessions },
      (event) => event !== undefined && projectOfEvent(home, event.cwd).dataDir === project.dataDir,
    );
    const { isCompact } = await workspace.knowledge.purge({ scope: 'project' });
    const asides = namesInPlace(project.dataDir).filter((name) => WHOLE_STORE.test(name));
    return [
      ...removeFiles([
        ...namesInPlace(project.outDir)
          .filter((name) => !isLivePart(name))
          .map((name) => join(project.outDir, name)),
        ...asides.map((name) => join(project.dataDir, name)),
        join(project.dataDir, COUNTS_FILE),
        ...sessionFiles(home, sessions),
        ...logFiles(home),
      ]),
      ...(isCompact ? [] : [JOURNAL_LEFT]),
    ];
  }

  async function purgeSome(
    workspace: Workspace,
    target: Extract<PurgeTarget, { readonly scope: 'source' | 'session' }>,
  ): Promise<readonly string[]> {
    const isSession = target.scope === 'session';
    // Before the store is written anew, which knows the spool files by name.
    if (isSession) purgeSpool({ home, store: workspace.sessions }, (event) => event?.sessionId === target.id);
    const { isCompact } = await workspace.knowledge.purge(target);
    const counts = join(workspace.project.dataDir, COUNTS_FILE);
    const files = [...(isSession ? sessionFiles(home, [target.id]) : []), counts, ...logFiles(home)];
    return [...removeFiles(files), ...(isCompact ? [] : [JOURNAL_LEFT])];
  }

  const sum = (plans: readonly PurgePlan[]): PurgePlan => ({
    what: `all of ${home} but config.json`,
    sources: plans.reduce((total, plan) => total + plan.sources, 0),
    storedBytes: plans.reduce((total, plan) => total + plan.storedBytes, 0),
    events: plans.reduce((total, plan) => total + plan.events, 0),
    answers: plans.reduce((total, plan) => total + plan.answers, 0),
  });

  /** With each project's stores in turn; a store that cannot be opened hides none of the others. */
  async function inEach<T>(work: (workspace: Workspace) => Promise<T>): Promise<{
    readonly results: readonly T[];
    readonly faults: readonly string[];
  }> {
    const results: T[] = [];
    const faults: string[] = [];
    const own = place.own();
    for (const project of place.projects()) {
      const isOwn = project.dataDir === own.project.dataDir;
      const workspace = isOwn ? own : place.open(project);
      try {
        results.push(await work(workspace));
      } catch (thrown) {
        faults.push(`${project.dataDir}: ${toAppError(thrown).message}`);
      } finally {
        if (!isOwn) await workspace.close();
      }
    }
    return { results, faults };
  }

  async function plan(target: PurgeTarget): Promise<PurgePlan> {
    if (target.scope !== 'all') return await planOf(place.own(), target);
    return sum((await inEach((workspace) => planOf(workspace, { scope: 'project' }))).results);
  }

  return {
    plan,
    async run(target): Promise<PurgeReport> {
      const planned = await plan(target);
      if (target.scope === 'project') return { ...planned, left: await purgeProject(place.own()) };
      if (target.scope !== 'all') return { ...planned, left: await purgeSome(place.own(), target) };
      const { results, faults } = await inEach(purgeProject);
      const files = (['spool', 'context', 'logs'] as const).flatMap((folder) => ownFiles(home, folder));
      return { ...planned, left: [...results.flat(), ...faults, ...removeFiles(files)] };
    },
  };
}
