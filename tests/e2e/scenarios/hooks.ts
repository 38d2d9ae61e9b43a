import { seenResults } from '../harness/messages.ts';
import { readStats } from '../harness/product.ts';
import { type HookResponse, runSession } from '../harness/run-session.ts';
import type { Scenario } from '../harness/scenario.ts';
import { afterTool, onPrompt, type Step, SUBAGENT_TASK } from '../harness/scripted-model.ts';
import { readStoredEvents, type StoredEvent } from '../harness/stored-events.ts';

/** Events that the session below must bring; SessionEnd runs after the client's last output line. */
const REPORTED = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStop',
  'Stop',
];
/** What of it must be stored, in the product's own names. */
const STORED = ['session_start', 'user_prompt', 'post_tool', 'post_tool_failure', 'subagent_stop', 'stop'];

const STEPS: readonly Step[] = [
  { when: onPrompt('LOOK'), reply: [bash('echo all is well at https://example.org')] },
  { when: afterTool('Bash'), reply: [bash('echo broken >&2; exit 3')] },
  { when: afterTool('Bash'), reply: [agent()] },
  { when: onPrompt(SUBAGENT_TASK), reply: [bash('echo from the subagent')] },
];

function bash(command: string) {
  return { tool: 'Bash', input: { command, description: 'a step' } };
}

function agent() {
  const prompt = `${SUBAGENT_TASK}: look around`;
  const input = {
    description: 'look around',
    prompt,
    subagent_type: 'general-purpose',
    run_in_background: false,
  };
  return { tool: 'Agent', input };
}

/** Every declared hook fires, in the conversation and in a subagent, and what it saw is stored. */
export const hooks: Scenario = {
  name: 'hooks',
  async run({ client, checkout, check, installedSandbox }) {
    const sandbox = await installedSandbox();
    const session = await runSession({ client, sandbox, steps: STEPS, prompts: ['LOOK around'] });
    const failed = session.hooks.filter(({ outcome }) => outcome !== 'success');
    check('hooks.success', session.exitCode === 0 && failed.length === 0, describe(failed));
    const fired = new Set(session.hooks.map(({ event }) => event));
    const silent = REPORTED.filter((event) => !fired.has(event));
    check('hooks.fired', silent.length === 0 && session.unusedSteps === 0, `silent: ${silent.join()}`);

    const stats = await readStats(checkout, sandbox);
    const events = await readStoredEvents(sandbox);
    const names = new Set(events.map(({ name }) => name));
    const lost = STORED.filter((name) => !names.has(name));
    const isCounted = stats.events === events.length && lost.length === 0;
    check('hooks.counted', isCounted, `stats ${stats.events}, stored ${events.length}, lost: ${lost.join()}`);
    const failures = events.filter(({ name }) => name === 'post_tool_failure');
    const seen = seenResults(session.main.at(-1)?.body.messages ?? []).filter(({ isError }) => isError);
    check('hooks.failure', failures.length === 1 && seen.length === 1, list(failures));
    const ofSubagent = events.filter(({ name, agentId }) => name === 'post_tool' && agentId !== '');
    check('hooks.subagent', ofSubagent.length === 1 && ofSubagent[0]?.toolName === 'Bash', list(events));
    const ends = events.filter(({ name }) => name === 'session_end');
    check('hooks.session-end', ends.length === 1, list(ends));
  },
};

const describe = (responses: readonly HookResponse[]): string =>
  responses.map(({ name, outcome, stderr, output }) => `${name} ${outcome}: ${stderr}${output}`).join('\n');

const list = (events: readonly StoredEvent[]): string =>
  events.map(({ name, toolName, agentId }) => `${name}(${toolName}, ${agentId})`).join(' ');
