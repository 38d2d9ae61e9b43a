import { seenResults } from '../harness/messages.ts';
import { findProcesses, waitUntil } from '../harness/processes.ts';
import { toolName } from '../harness/product.ts';
import { runSession } from '../harness/run-session.ts';
import type { Sandbox } from '../harness/sandbox.ts';
import type { Scenario } from '../harness/scenario.ts';
import { onPrompt, type Step } from '../harness/scripted-model.ts';

const INDEX = toolName('ctx_index');
const SEARCH = toolName('ctx_search');
const FACT = 'The pilot boards two miles off Ravenscar';

const STEPS: readonly Step[] = [
  {
    when: onPrompt('KEEP'),
    reply: [{ tool: INDEX, input: { content: `# Pilots\n\n${FACT}.`, source: 'pilots' } }],
  },
  {
    when: onPrompt('GO ON'),
    reply: [{ tool: 'Bash', input: { command: 'echo still here', description: 'x' } }],
  },
  { when: onPrompt('FIND'), reply: [{ tool: SEARCH, input: { queries: ['Ravenscar pilot'] } }] },
];

/** Kills the server of this sandbox alone; throws when there is none. */
async function killServer(sandbox: Sandbox): Promise<void> {
  const running = (): readonly number[] => findProcesses(sandbox.root, 'dist/server.mjs');
  const pids = running();
  if (pids.length === 0) throw new Error('no server process found');
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await waitUntil(() => running().every((pid) => !pids.includes(pid)), 5_000);
}

/** A dead server costs its own answers, never the session. */
export const serverKilled: Scenario = {
  name: 'server-killed',
  async run({ client, check, note, installedSandbox }) {
    const sandbox = await installedSandbox();
    const goOn = async (): Promise<string> => {
      await killServer(sandbox);
      return 'GO ON please';
    };
    const prompts = ['KEEP this', goOn, 'FIND the pilot', 'The end'];
    const session = await runSession({ client, sandbox, steps: STEPS, prompts });
    const results = seenResults(session.main.at(-1)?.body.messages ?? []);
    const bash = results.find(({ tool }) => tool === 'Bash');
    const goesOn = session.exitCode === 0 && bash?.isError === false && bash.text.includes('still here');
    check('fail-open.killed', goesOn, `exit ${session.exitCode}: ${bash?.text}`);
    const search = results.find(({ tool }) => tool === SEARCH);
    check('fail-open.reconnect', search?.text.includes(FACT) === true, search?.text ?? 'no result');
    const failed = session.hooks.filter(({ outcome }) => outcome !== 'success');
    note(
      `hooks while it was dead: ${failed.map(({ name, outcome, stderr, output }) => `${name} ${outcome} ${stderr}${output}`).join(' | ')}`,
    );
  },
};
