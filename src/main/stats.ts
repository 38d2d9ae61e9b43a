/**
 * `stats.cjs`: what was counted, as text and as fields. Loaded by the server for ctx_stats, and by the command line, which
 * starts nothing else for it.
 */
import { parseOptions } from '#cli/options.ts';
import { startProgress } from '#cli/progress.ts';
import { FOR_PROMPT, reportError } from '#cli/report-error.ts';
import { AppError, toAppError } from '#core/errors.ts';
import { keptSession } from '#features/insights/kept-counts.ts';
import { readReport } from '#features/insights/read-report.ts';
import {
  projectFields,
  renderProjects,
  renderReport,
  reportFields,
} from '#features/insights/render-report.ts';
import type { StatsReport } from '#features/insights/report.ts';
import { environmentValue, resolveHome } from '#infra/home.ts';
import { projectFolder, resolveProject } from '#infra/project.ts';
import type { Database } from '#storage/database.ts';
import { countProject, currentCounts, spooledBytes } from './kept-stats.ts';
import { type StatsScope, statsPlace } from './open-stats.ts';
import { countAll } from './stats-all.ts';

const SESSION = 'CLAUDE_CODE_SESSION_ID';

/** What stats say: for people and for programs. */
export interface StatsAnswer {
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Counts of the project whose store is open; `sessionId`: the session that is shown, else the one used last. @throws AppError of the store */
export function projectStats(database: Database, home: string, sessionId: string | undefined): StatsAnswer {
  return answerOf(readReport(statsPlace(database, home), sessionId));
}

const answerOf = (report: StatsReport): StatsAnswer => ({
  text: renderReport(report, 'plimsoll, this project'),
  fields: reportFields(report),
});

export interface StatsCommand extends Omit<StatsScope, 'home'> {
  /** What follows the command's name. */
  readonly args: readonly string[];
  readonly cwd: string;
}

interface Printed extends StatsAnswer {
  readonly notices: readonly string[];
}

/** From what was kept beside the store, while that is right; else from the store. */
async function ofProject(scope: StatsScope, cwd: string): Promise<Printed> {
  const { home, env } = scope;
  const project = resolveProject(home, projectFolder(env, cwd));
  const id = environmentValue(env, SESSION);
  const known = currentCounts(project, spooledBytes(home));
  const session = known && keptSession(known, id);
  if (known !== undefined && session !== undefined)
    return { ...answerOf({ ...known.report, session }), notices: [] };
  const { report, notices } = await countProject(scope, project, { id });
  return { ...answerOf(report), notices };
}

async function ofAll(scope: StatsScope): Promise<Printed> {
  const { report, byProject, notices, failures } = await countAll(scope);
  for (const { message } of failures) process.stderr.write(`plimsoll: not counted: ${message}\n`);
  const text = [renderReport(report, 'plimsoll, all projects'), renderProjects(byProject)];
  return {
    text: text.filter((part) => part !== '').join('\n\n'),
    fields: { ...reportFields(report), byProject: projectFields(byProject) },
    notices,
  };
}

/**
 * `plimsoll stats`. Returns the exit code: 2 for wrong arguments, 1 for everything else that failed; inside a prompt 0, and
 * what failed is said in place of the answer. Never rejects.
 */
export async function runStats({ args: words, ...command }: StatsCommand): Promise<number> {
  const isForPrompt = words[0] === FOR_PROMPT;
  const args = isForPrompt ? words.slice(1) : words;
  const progress = startProgress('stats', process.stderr);
  try {
    const text = await answer({ ...command, args });
    progress.end();
    process.stdout.write(`${text}\n`);
    return 0;
  } catch (thrown) {
    progress.end();
    if (!isForPrompt) return reportError(thrown);
    process.stdout.write(`${toAppError(thrown).message}\n`);
    return 0;
  }
}

async function answer({ args, cwd, ...place }: StatsCommand): Promise<string> {
  const flag = { type: 'boolean' } as const;
  const options = parseOptions(args, { json: flag, project: flag, all: flag }, 0);
  if (options.flag('all') && options.flag('project'))
    throw new AppError('ARGUMENT_INVALID', '--all and --project: accepted: one of them.');
  const scope = { ...place, home: resolveHome(place.env) };
  const { text, fields, notices } = await (options.flag('all') ? ofAll(scope) : ofProject(scope, cwd));
  return options.flag('json') ? JSON.stringify({ ...fields, notices }) : [...notices, text].join('\n');
}
