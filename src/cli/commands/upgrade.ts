import { renderUpgrade } from '#features/upgrade/render.ts';
import { upgradeSteps } from '#features/upgrade/steps.ts';
import type { Command, CommandScope } from '../command.ts';
import { parseOptions } from '../options.ts';

/** Returns the exit code. */
async function migrate({ out, upgrading }: CommandScope, isJson: boolean): Promise<number> {
  const stores = await upgrading().migrate();
  const failed = stores.filter(({ trouble }) => trouble !== undefined);
  if (isJson) out(JSON.stringify({ migrated: stores }));
  else if (stores.length === 0) out('Nothing to migrate: every store has the form of this version.');
  else
    for (const { path, from, to, backup, trouble } of stores) {
      const copy = backup === undefined ? '' : `; copy from before: ${backup}`;
      out(
        trouble === undefined
          ? `${path}: version ${from} became ${to}${copy}`
          : `${path}: not migrated: ${trouble}${copy}`,
      );
    }
  return failed.length === 0 ? 0 : 1;
}

export const upgrade: Command = {
  name: 'upgrade',
  summary: 'what is installed and running, and the steps to bring it up to date',
  usage: `plimsoll upgrade [--migrate] [--json]
  --migrate   bring stores of older versions to this version's form; each is copied before
  --json      one JSON object
Without --migrate nothing is changed. Code is never fetched: the commands that fetch it are shown.
exit code 1 when a store could not be migrated`,
  async run(scope) {
    const { args, out, upgrading } = scope;
    const flag = { type: 'boolean' } as const;
    const options = parseOptions(args, { migrate: flag, json: flag }, 0);
    if (options.flag('migrate')) return await migrate(scope, options.flag('json'));
    const facts = await upgrading().facts();
    const steps = upgradeSteps(facts);
    const text = renderUpgrade(facts, steps);
    out(options.flag('json') ? JSON.stringify({ ...facts, steps, text }) : text);
    return 0;
  },
};
