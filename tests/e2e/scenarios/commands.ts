import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversationText, countOf } from '../harness/messages.ts';
import { runSession } from '../harness/run-session.ts';
import type { Scenario } from '../harness/scenario.ts';

const COMMAND = '/plimsoll:ctx-stats';
const REFUSED = /permission check failed|requires approval|haven't granted/i;

/** How often each skill must stand in the model's list: once, or never when it is for the user alone. */
function intendedSkills(checkout: string): readonly (readonly [name: string, times: number])[] {
  const folder = join(checkout, 'skills');
  return readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name, 'SKILL.md'), 'utf8');
    return [name, /^disable-model-invocation: true$/m.test(text) ? 0 : 1] as const;
  });
}

/** The user's own door: a slash command runs the CLI; the model never sees that it exists. */
export const commands: Scenario = {
  name: 'commands',
  async run({ client, checkout, check, note, installedSandbox }) {
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
    const wrong = intendedSkills(checkout).filter(
      ([name, times]) => countOf(before, `- plimsoll:${name}:`) !== times,
    );
    check('commands.skills', before !== '' && wrong.length === 0, `wrong: ${wrong.join(' ')}`);
    check(
      'commands.hidden',
      before !== '' && !before.includes('ctx-stats'),
      'ctx-stats is in the first request',
    );
  },
};
