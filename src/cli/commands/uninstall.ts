import type { ExportDesk, ExportRequest } from '#features/export/desk.ts';
import type { Command, CommandScope } from '../command.ts';
import { agentsFor, namesPlace, PLACE_OPTIONS, requestFor } from '../export-requests.ts';
import { outcomeData, outcomeText } from '../export-text.ts';
import { type ParsedOptions, parseOptions } from '../options.ts';

/** Where an agent's export is by the options; without them all that are remembered, else the user's and the project's. */
function requestsFor(
  agent: string,
  desk: ExportDesk,
  options: ParsedOptions,
  scope: CommandScope,
): readonly ExportRequest[] {
  if (namesPlace(options)) return [requestFor(agent, options, scope)];
  const written = desk.written(agent);
  if (written.length > 0) return written;
  return [
    { platform: agent, form: 'user', folder: scope.userHome },
    { platform: agent, form: 'project', folder: scope.folder },
  ];
}

export const uninstall: Command = {
  name: 'uninstall',
  summary: 'take plimsoll out of another agent again; without --write it shows what would change',
  usage: `plimsoll uninstall AGENT|all [--user | --project | --package] [--dir DIR] [--write] [--json]
  AGENT      such as gemini-cli (without one, the names are listed)
  --write    do it: files are as they were before the export, but for what others changed since
Without a place it is every export of the agent that was written. Stored data stays: plimsoll purge.`,
  async run(scope) {
    const flag = { type: 'boolean' } as const;
    const options = parseOptions(scope.args, { ...PLACE_OPTIONS, write: flag, json: flag }, 1);
    const desk = await scope.exports();
    const isWrite = options.flag('write');
    const [name] = options.positionals;
    const agents = agentsFor(name, 'uninstall', desk, true);
    const outcomes = agents
      .flatMap((agent) => requestsFor(agent, desk, options, scope))
      .map((request) => ({
        request,
        outcome: isWrite ? desk.uninstall(request) : desk.previewUninstall(request),
      }))
      // Of all agents, those that have nothing of ours need no words.
      .filter(({ outcome }) => name !== 'all' || outcome.changes.length + outcome.faults.length > 0);
    if (outcomes.length === 0 && !options.flag('json'))
      scope.out('None of the agents has anything of plimsoll.');
    const hasFailed = outcomes.some(({ outcome }) => outcome.faults.length > 0);
    if (options.flag('json')) {
      scope.out(
        JSON.stringify({
          written: isWrite,
          exports: outcomes.map(({ request, outcome }) => outcomeData(request, outcome)),
        }),
      );
      return hasFailed ? 1 : 0;
    }
    for (const { request, outcome } of outcomes) scope.out(`${outcomeText(request, outcome, isWrite)}\n`);
    if (!isWrite && outcomes.some(({ outcome }) => outcome.changes.length > 0))
      scope.out('Nothing was written; --write does it.');
    if (isWrite && outcomes.some(({ outcome }) => outcome.changes.length > 0))
      scope.out('Start the agent again: what runs now keeps what it has read.');
    return hasFailed ? 1 : 0;
  },
};
