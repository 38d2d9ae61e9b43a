import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { conversationText, countOf } from '../harness/messages.ts';
import { installedBundle } from '../harness/product.ts';
import { runSession, type Session } from '../harness/run-session.ts';
import type { Sandbox } from '../harness/sandbox.ts';
import type { Scenario, ScenarioContext } from '../harness/scenario.ts';

const REFUSED = /permission check failed|requires approval|haven't granted/i;
const NUMBERS = /events?\D{0,40}\d/i;
/** Begins like a command and is none. */
const ORDINARY = 'ctx stats is broken, fix it';

/** How often each skill must stand in the model's list: once, or never when it is for the user alone. */
function intendedSkills(checkout: string): readonly (readonly [name: string, times: number])[] {
  const folder = join(checkout, 'skills');
  return readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name, 'SKILL.md'), 'utf8');
    return [name, /^disable-model-invocation: true$/m.test(text) ? 0 : 1] as const;
  });
}

/** What the person reads at the end of each turn. */
const shownTo = (session: Session): readonly string[] =>
  session.events.filter(({ type }) => type === 'result').map(({ result }) => String(result ?? ''));

/** The texts that the model was asked with. */
const askedIn = (session: Session): readonly string[] => session.main.map(({ newText }) => newText);

/** The hook answers what only tells something, typed with a slash or bare: exact, and without a request. */
async function answeredByHook({ client, checkout, check, note }: ScenarioContext, sandbox: Sandbox) {
  const prompts = ['Hello', '/plimsoll:ctx-stats', 'ctx doctor', 'ctx purge', 'ctx upgrade', ORDINARY];
  const session = await runSession({ client, sandbox, prompts, permissionMode: 'default' });
  const [, stats = '', doctor = '', purge = '', upgrade = ''] = shownTo(session);
  const asked = askedIn(session);
  note(`what the person reads of ctx-stats: ${JSON.stringify(stats)}`);
  check('commands.stats', NUMBERS.test(stats) && !REFUSED.test(stats), stats);
  const isTold =
    / 0 failures?|0 warnings/.test(doctor) && /would remove .*ctx-purge --project --yes/is.test(purge);
  check(
    'commands.words',
    isTold && upgrade.includes('installed as plugin'),
    [doctor, purge, upgrade].join('\n'),
  );
  check('commands.free', asked.length === 2 && asked[1]?.includes(ORDINARY) === true, JSON.stringify(asked));
  const before = session.main[0] === undefined ? '' : conversationText(session.main[0].body);
  const wrong = intendedSkills(checkout).filter(
    ([name, times]) => countOf(before, `- plimsoll:${name}:`) !== times,
  );
  check('commands.skills', before !== '' && wrong.length === 0, `wrong: ${wrong.join(' ')}`);
  check(
    'commands.hidden',
    before !== '' && !before.includes('ctx-stats'),
    'a command is in the first request',
  );
}

/** What changes something, or leads through steps, is put before the model as the text of the command line. */
async function answeredByBody({ client, check, note }: ScenarioContext, sandbox: Sandbox) {
  writeFileSync(join(sandbox.project, 'fog.md'), '# Fog\n\nThe horn sounds twice a minute.\n');
  const prompts = [
    '/plimsoll:ctx-index fog.md',
    '/plimsoll:ctx-search horn sounds',
    '/plimsoll:ctx-upgrade',
    '/plimsoll:ctx-export all --check',
    '/plimsoll:ctx-purge --project --yes',
    '/plimsoll:ctx-search $(touch pwned)',
    '/plimsoll:ctx-index `touch pwned`',
  ];
  const session = await runSession({ client, sandbox, prompts, permissionMode: 'default' });
  const shown = shownTo(session);
  const asked = askedIn(session).join('\n');
  note(`what the person reads of ctx-search: ${JSON.stringify(shown[1])}`);
  check('commands.search', shown[1]?.includes('twice a minute') === true, shown.join('\n'));
  const isDone =
    /#\d+ fog\.md: \d+ passages?/.test(asked) &&
    /Removed project/.test(asked) &&
    asked.includes('Nothing is exported.');
  check('commands.change', isDone && asked.includes('installed as plugin'), asked);
  check('commands.quoted', !existsSync(join(sandbox.project, 'pwned')), 'the text of a command was run');
}

/** One of the two is enough. In this order: after a failed start a client leaves the server alone for a while. */
async function oneIsEnough({ client, check }: ScenarioContext, sandbox: Sandbox) {
  const dist = dirname(installedBundle(sandbox, 'server.mjs'));
  const without = async (bundle: string, command: string): Promise<Session> => {
    renameSync(join(dist, bundle), join(dist, `${bundle}.away`));
    const prompts = ['Hello', command];
    const session = await runSession({ client, sandbox, prompts, permissionMode: 'default' });
    renameSync(join(dist, `${bundle}.away`), join(dist, bundle));
    return session;
  };
  // Without cli.mjs itself 2.1.197 drops the command: what stands in its text has failed.
  const byServer = shownTo(await without('commands.mjs', '/plimsoll:ctx-search horn sounds')).at(-1) ?? '';
  check('commands.no-cli', /match|horn/i.test(byServer), byServer);
  const byCli = askedIn(await without('server.mjs', '/plimsoll:ctx-stats')).at(-1) ?? '';
  check('commands.no-server', NUMBERS.test(byCli), byCli);
}

/** The user's own door: commands, which the model never sees to exist. */
export const commands: Scenario = {
  name: 'commands',
  async run(context) {
    const sandbox = await context.installedSandbox();
    await answeredByHook(context, sandbox);
    await answeredByBody(context, sandbox);
    await oneIsEnough(context, sandbox);
  },
};
