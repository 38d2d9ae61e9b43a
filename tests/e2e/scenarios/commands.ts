import { conversationText } from '../harness/messages.ts';
import { runSession } from '../harness/run-session.ts';
import type { Scenario } from '../harness/scenario.ts';

const COMMAND = '/plimsoll:ctx-stats';
const REFUSED = /permission check failed|requires approval|haven't granted/i;

/** The user's own door: a slash command runs the CLI; the model never sees that it exists. */
export const commands: Scenario = {
  name: 'commands',
  async run({ client, check, note, installedSandbox }) {
    const sandbox = await installedSandbox();
    const session = await runSession({
      client,
      sandbox,
      prompts: ['Hello', COMMAND],
      permissionMode: 'default',
    });
    const [hello, stats] = session.main;
    const shown = stats?.newText ?? '';
    const hasNumbers = /events?\D{0,40}\d/i.test(shown) && !REFUSED.test(shown);
    check('commands.stats', hasNumbers, shown || JSON.stringify(session.events.at(-1)));
    note(`the command's text for the model: ${JSON.stringify(shown.slice(0, 300))}`);
    const before = hello === undefined ? '' : conversationText(hello.body);
    check(
      'commands.hidden',
      before !== '' && !before.includes('ctx-stats'),
      'ctx-stats is in the first request',
    );
  },
};
