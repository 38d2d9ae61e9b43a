import { conversationText, countOf } from '../harness/messages.ts';
import { readStats } from '../harness/product.ts';
import { runSession, type Session } from '../harness/run-session.ts';
import type { Scenario } from '../harness/scenario.ts';
import type { ModelRequest } from '../harness/scripted-model.ts';
import { readStoredEvents } from '../harness/stored-events.ts';

/** The text that the SessionStart hook gave to the model; empty when it gave none. */
function routingText({ hooks }: Session): string {
  const start = hooks.find(({ event, output }) => event === 'SessionStart' && output.startsWith('{'));
  if (start === undefined) return '';
  const parsed = JSON.parse(start.output) as { hookSpecificOutput?: { additionalContext?: string } };
  return parsed.hookSpecificOutput?.additionalContext ?? '';
}

/** How often `text` stands in each request, in order, for example `1,1,1`. */
const occurrences = (requests: readonly ModelRequest[], text: string): string =>
  requests.map(({ body }) => (text === '' ? 0 : countOf(conversationText(body), text))).join();

const isOnceEach = (counts: string): boolean => /^1(,1)*$/.test(counts);

/** What the model keeps over /compact and --continue. */
export const compact: Scenario = {
  name: 'compact',
  async run({ client, checkout, check, installedSandbox }) {
    const sandbox = await installedSandbox();
    const prompts = ['First question', 'Second question', '/compact keep the figures', 'Third question'];
    const first = await runSession({ client, sandbox, prompts });
    const text = routingText(first);
    const counts = occurrences(first.main, text);
    check('memory.routing-once', isOnceEach(counts) && first.main.length === 3, `${counts}: ${text}`);
    const summaries = first.requests.filter(({ kind }) => kind === 'compact');
    await readStats(checkout, sandbox);
    const compactions = (await readStoredEvents(sandbox)).filter(({ name }) => name === 'pre_compact');
    const afterwards = occurrences(first.main.slice(-1), text);
    const failed = first.hooks.filter(({ outcome }) => outcome !== 'success');
    const isGood = summaries.length === 1 && compactions.length === 1 && failed.length === 0;
    const seen = `summaries ${summaries.length}, stored ${compactions.length}, failed hooks ${failed.length}`;
    check('memory.compact', isGood && afterwards === '1', `${seen}, routing text afterwards ${afterwards}`);

    const args = ['--continue'];
    const second = await runSession({
      client,
      sandbox,
      prompts: ['Fourth question', 'Fifth question'],
      args,
    });
    const resumed = occurrences(second.main, text);
    const isSame = second.sessionId === first.sessionId;
    check(
      'memory.continue',
      isSame && isOnceEach(resumed),
      `same session ${isSame}, routing text ${resumed}`,
    );
  },
};
