import { conversationText } from '../harness/messages.ts';
import { runSession, type Session } from '../harness/run-session.ts';
import type { Scenario } from '../harness/scenario.ts';
import {
  afterTool,
  type ModelRequest,
  onPrompt,
  type Step,
  SUBAGENT_TASK,
} from '../harness/scripted-model.ts';

const GOAL = 'AUTO-GOAL: port the parser to the new grammar, folder by folder.';
const GUIDE = 'Record of what was said and done in this session';
/** The small window in both clients; it compacts when it is full. */
const MODEL = 'claude-haiku-4-5';
const WINDOW = 200_000;
const FULL = 180_000;
const TOO_MUCH = 210_000;

/** How often the guide stands in a request. */
const guidesIn = ({ body }: ModelRequest): number =>
  conversationText(body)
    .split('\n')
    .filter((line) => line.includes(GUIDE)).length;

/** Of each compaction the request of the conversation that follows it. */
const afterCompactions = ({ requests }: Session): readonly ModelRequest[] =>
  requests.flatMap(({ kind }, place) =>
    kind === 'compact' ? (requests.slice(place + 1).find((later) => later.kind === 'main') ?? []) : [],
  );

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'a step' } });

/** In the background, so that the conversation goes on while it works. */
const agent = {
  tool: 'Agent',
  input: {
    description: 'look around',
    prompt: `${SUBAGENT_TASK}: look around`,
    subagent_type: 'general-purpose',
    run_in_background: true,
  },
};

const WITH_AGENT: readonly Step[] = [
  { when: onPrompt('AUTO-GOAL'), reply: [agent] },
  { when: onPrompt(SUBAGENT_TASK), reply: [bash('sleep 6; echo from the subagent')] },
];

/** In the middle of a turn: a command, whose result no longer fits. */
const IN_TURN: readonly Step[] = [
  { when: onPrompt('AUTO-GOAL'), reply: [bash('echo one')] },
  { when: afterTool('Bash'), reply: [bash('echo two')] },
];

/** The load of one request of the conversation, counted from 1; those before and after it are small. */
function onceAt(load: number, at: number): (request: ModelRequest) => number {
  let given = 0;
  return ({ kind }) => {
    if (kind !== 'main') return 5_000;
    given += 1;
    return given === at ? load : 30_000;
  };
}

/** What the model knows after the client compacted by itself, and after a compaction while a subagent works. */
export const memoryUnasked: Scenario = {
  name: 'memory-unasked',
  async run({ client, check, installedSandbox }) {
    // In the middle of a turn before the window is full, and when the API refuses a prompt that no longer fits.
    for (const [id, load, at, env] of [
      ['memory.auto', FULL, 2, { CLAUDE_CODE_AUTO_COMPACT_WINDOW: String(WINDOW) }],
      ['memory.refused', TOO_MUCH, 4, {}],
    ] as const) {
      const auto = await runSession({
        client,
        sandbox: await installedSandbox(),
        steps: IN_TURN,
        prompts: [GOAL, 'SECOND-REQUEST: now the printer.', 'THIRD-REQUEST: now the tests.'],
        args: ['--model', MODEL],
        env,
        load: { tokens: onceAt(load, at), maxTokens: WINDOW },
      });
      const seen = [...afterCompactions(auto), ...auto.main.slice(-1)];
      const failed = auto.hooks.filter(({ outcome }) => outcome !== 'success');
      const isKnown = seen.every(({ body }) => conversationText(body).includes(GOAL));
      check(
        id,
        seen.length === 2 &&
          seen.every((request) => guidesIn(request) === 1) &&
          isKnown &&
          failed.length === 0,
        `failed hooks ${failed.length}; goal ${isKnown}; guides behind the compaction and at the end: ${seen.map(guidesIn).join()}`,
      );
    }

    const beside = await runSession({
      client,
      sandbox: await installedSandbox(),
      steps: WITH_AGENT,
      prompts: [GOAL, '/compact', 'SECOND-REQUEST: now the printer.'],
    });
    const next = afterCompactions(beside);
    const ofAgent = beside.requests.filter(({ kind }) => kind === 'subagent');
    const isApart = ofAgent.length > 0 && ofAgent.every((request) => guidesIn(request) === 0);
    check(
      'memory.beside-agent',
      next.length === 1 && next.every((request) => guidesIn(request) === 1) && isApart,
      `after the compaction: ${next.map(guidesIn).join()}; in requests of the subagent: ${ofAgent.map(guidesIn).join()}`,
    );
  },
};
