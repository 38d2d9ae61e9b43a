import { AppError } from '#core/errors.ts';
import type { ExportDesk, ExportRequest } from '#features/export/desk.ts';
import type { Command, CommandScope } from '../command.ts';
import { agentsFor, namesPlace, PLACE_OPTIONS, requestFor } from '../export-requests.ts';
import { outcomeData, outcomeText, titleOf } from '../export-text.ts';
import { type ParsedOptions, parseOptions } from '../options.ts';

/** Those that were written before, when nothing says otherwise: another one was never asked for. */
function requestsToCheck(
  desk: ExportDesk,
  name: string | undefined,
  options: ParsedOptions,
  scope: CommandScope,
): readonly ExportRequest[] {
  const agents =
    name === 'all'
      ? desk.targets().flatMap(({ id, ownInstaller }) => (ownInstaller === undefined ? [id] : []))
      : agentsFor(name, 'install', desk, true);
  if (namesPlace(options)) return agents.map((agent) => requestFor(agent, options, scope));
  const written = agents.flatMap((agent) => desk.written(agent));
  if (written.length > 0 || name === 'all') return written;
  return agents.map((agent) => requestFor(agent, options, scope));
}

function check(
  requests: readonly ExportRequest[],
  desk: ExportDesk,
  { out }: CommandScope,
  isJson: boolean,
): number {
  const looked = requests.map((request) => {
    const { changes, faults } = desk.preview(request);
    return { request, stale: changes.map(({ path }) => path), faults };
  });
  const isStartable = looked.length === 0 || desk.isStartable();
  const isCurrent = isStartable && looked.every(({ stale, faults }) => stale.length + faults.length === 0);
  if (isJson) {
    out(
      JSON.stringify({
        current: isCurrent,
        exports: looked.map(({ request, ...rest }) => ({ ...request, ...rest })),
      }),
    );
    return isCurrent ? 0 : 1;
  }
  if (looked.length === 0) out('Nothing is exported.');
  for (const { request, stale, faults } of looked) {
    out(`${titleOf(request)}: ${stale.length + faults.length === 0 ? 'up to date' : 'out of date'}`);
    for (const path of stale) out(`  ${path}`);
    for (const { path, reason } of faults) out(`  ${path} ${reason}`);
  }
  if (!isStartable)
    out('What the agents start is gone from the data folder, or leads to no plimsoll any more.');
  if (!isCurrent) out('Bring it up to date: the same command with --write in place of --check.');
  return isCurrent ? 0 : 1;
}

function carryOut(
  requests: readonly ExportRequest[],
  desk: ExportDesk,
  isWrite: boolean,
  scope: CommandScope,
  isJson: boolean,
): number {
  const outcomes = requests.map((request) => ({
    request,
    outcome: isWrite ? desk.write(request) : desk.preview(request),
  }));
  const hasFailed = outcomes.some(({ outcome }) => outcome.faults.length > 0);
  if (isJson) {
    scope.out(
      JSON.stringify({
        written: isWrite,
        exports: outcomes.map(({ request, outcome }) => ({
          ...outcomeData(request, outcome),
          next: desk.nextSteps(request),
        })),
      }),
    );
    return hasFailed ? 1 : 0;
  }
  for (const { request, outcome } of outcomes) {
    scope.out(outcomeText(request, outcome, isWrite));
    if (isWrite && outcome.faults.length === 0)
      scope.out(['Next:', ...desk.nextSteps(request).map((step, i) => `  ${i + 1}. ${step}`)].join('\n'));
    scope.out('');
  }
  if (!isWrite && outcomes.some(({ outcome }) => outcome.changes.length > 0 && outcome.faults.length === 0))
    scope.out('Nothing was written; --write writes it.');
  return hasFailed ? 1 : 0;
}

export const exportCommand: Command = {
  name: 'export',
  summary: 'set plimsoll up in another agent; without --write it shows what would change',
  usage: `plimsoll export AGENT|all [--user | --project | --package] [--dir DIR] [--write | --check] [--json]
  AGENT      such as gemini-cli (without one, the names are listed); all: those on this machine, with --dir every one
  --user     for all your projects (default); --dir DIR stands for your home
  --project  for one project; --dir DIR is the project, else the one you are in
  --package  a folder DIR that the agent installs itself (Gemini extension, Cursor plugin, Kiro files)
  --write    write it; files that are there are edited in place, and a copy is kept
  --check    say whether it is up to date: exit code 1 when it is not`,
  async run(scope) {
    const flag = { type: 'boolean' } as const;
    const options = parseOptions(scope.args, { ...PLACE_OPTIONS, write: flag, check: flag, json: flag }, 1);
    const [name] = options.positionals;
    const isWrite = options.flag('write');
    if (isWrite && options.flag('check'))
      throw new AppError('ARGUMENT_INVALID', 'export: accepted is either --write or --check.');
    const desk = await scope.exports();
    if (options.flag('check'))
      return check(requestsToCheck(desk, name, options, scope), desk, scope, options.flag('json'));
    const agents = agentsFor(name, 'install', desk, options.value('dir') !== undefined);
    if (agents.length === 0) {
      scope.out('None of the agents is on this machine; name one to export to it all the same.');
      return 1;
    }
    const requests = agents.map((agent) => requestFor(agent, options, scope));
    return carryOut(requests, desk, isWrite, scope, options.flag('json'));
  },
};
