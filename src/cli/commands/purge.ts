import { AppError } from '#core/errors.ts';
import { needHandle } from '#core/ids.ts';
import type { PurgeTarget } from '#core/purge.ts';
import { planText, reportText } from '#core/purge-text.ts';
import type { Command } from '../command.ts';
import { type ParsedOptions, parseOptions } from '../options.ts';

const SCOPES = ['source', 'session', 'project', 'all'] as const;

const HOW =
  'Nothing was removed. Remove it with --project --yes; or name --session ID, --source ID or --all, each with --yes.';

/** Undefined when none is named. @throws AppError ARGUMENT_INVALID for more than one */
function targetOf(options: ParsedOptions): PurgeTarget | undefined {
  const session = options.value('session');
  const source = options.value('source');
  const named = SCOPES.filter((scope) => options.flag(scope) || options.value(scope) !== undefined);
  if (named.length === 0) return undefined;
  if (named.length > 1)
    throw new AppError(
      'ARGUMENT_INVALID',
      'purge takes one of --source ID, --session ID, --project, --all at a time.',
    );
  if (session !== undefined) return { scope: 'session', id: session };
  if (source !== undefined) return { scope: 'source', id: needHandle(source) };
  return { scope: options.flag('all') ? 'all' : 'project' };
}

export const purge: Command = {
  name: 'purge',
  summary: 'delete stored data for good',
  usage: `plimsoll purge [--source ID | --session ID | --project | --all] [--yes] [--json]
  --source    one source, by its handle such as "#12"
  --session   what one session left: events, memory, outputs
  --project   everything of this project
  --all       everything of every project; config.json stays
  --yes       does it; without it you are told what would go, and asked where that is possible
  --json      one JSON object
Files that were indexed where they lie are not touched. Exit code 1 when something is left.`,
  async run({ args, out, purging, ask }) {
    const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
    const options = parseOptions(
      args,
      { source: text, session: text, project: flag, all: flag, yes: flag, json: flag },
      0,
    );
    const target = targetOf(options);
    const isJson = options.flag('json');
    if (target === undefined || !options.flag('yes')) {
      const plan = await purging().plan(target ?? { scope: 'project' });
      if (isJson) out(JSON.stringify({ ...plan, removed: false }));
      else out(`This would remove ${planText(plan)}.`);
      if (target === undefined || isJson || !(await ask('Remove it for good? [y/N] '))) {
        if (!isJson) out(target === undefined ? HOW : 'Nothing was removed. Add --yes to remove it.');
        return 0;
      }
    }
    const report = await purging().run(target);
    out(isJson ? JSON.stringify({ ...report, removed: true }) : reportText(report));
    return report.left.length === 0 ? 0 : 1;
  },
};
