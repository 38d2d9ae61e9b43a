import { conversationText, countOf } from '../harness/messages.ts';
import { runSession } from '../harness/run-session.ts';
import type { Scenario } from '../harness/scenario.ts';
import { type ModelRequest, onPrompt, type Step } from '../harness/scripted-model.ts';

const NOTE = 'of the point where this session compacts.';
/** The small window in both clients; it compacts when it is full. */
const MODEL = 'claude-haiku-4-5';
const WINDOW = 200_000;

const bash = (command: string) => [{ tool: 'Bash', input: { command, description: 'd' } }];

/** A tool call at each prompt that is named after what it does. */
const steps: readonly Step[] = [
  { when: onPrompt('RUN'), reply: bash('echo fine') },
  { when: onPrompt('FAIL'), reply: bash('exit 3') },
  { when: onPrompt('AGAIN'), reply: bash('echo again') },
];

/** Two approaches: the load rises, falls by a compaction, and rises again. Then the counts of the note per request. */
export const monitor: Scenario = {
  name: 'monitor',
  async run({ client, check, installedSandbox }) {
    const sandbox = await installedSandbox();
    const loads = [50_000, 60_000, 183_000, 184_000, 186_000, 187_000, 20_000, 185_000, 186_000, 187_000];
    let given = -1;
    const tokens = ({ kind }: ModelRequest): number | undefined => {
      if (kind !== 'main') return 5_000;
      given += 1;
      return loads[Math.min(given, loads.length - 1)];
    };
    // The client writes a reply down a moment after it came: the note may be one event late, so a few more follow.
    const more = ['Go on', 'Go on'];
    const prompts = ['RUN once', 'FAIL once', ...more, '/compact', 'Rest', 'AGAIN once', ...more, ...more];
    const session = await runSession({
      client,
      sandbox,
      prompts,
      steps,
      args: ['--model', MODEL],
      load: { tokens, maxTokens: WINDOW },
    });
    const counts = session.main.map(({ body }) => countOf(conversationText(body), NOTE));
    // A failing command (183,000 tokens) brings the first; the compaction takes it away; the second approach its own.
    const seen = counts.join();
    const behind = session.main.findIndex(({ newText }) => newText.includes('Rest'));
    const [first, second] = [counts.slice(0, behind), counts.slice(behind)];
    const isOnce = (part: readonly number[]): boolean => /^(?:0,)+1(?:,1)+$/.test(part.join());
    check('monitor.once', isOnce(first), seen);
    check('monitor.again', isOnce(second), seen);
    const failed = session.hooks.filter(({ outcome }) => outcome !== 'success');
    check(
      'monitor.silent',
      failed.length === 0,
      failed.map(({ name, stderr }) => `${name}: ${stderr}`).join(),
    );
  },
};
