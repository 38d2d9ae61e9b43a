import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { conversationText, countOf } from '../harness/messages.ts';
import { runSession, type Session } from '../harness/run-session.ts';
import type { Sandbox } from '../harness/sandbox.ts';
import type { Scenario } from '../harness/scenario.ts';
import { afterTool, type ModelRequest, onPrompt, type Step } from '../harness/scripted-model.ts';

const GOAL = 'PORT-GOAL: port the parser to the new grammar, folder by folder.';
const REASON = 'I chose a table driven lexer because it needs no backtracking.';
/** Put together here, so that this file holds no secret. */
const SECRET = ['sk-ant', 'api03', 'QmFzZTY0Q2FuYXJ5VGhhdElzTm90UmVhbAxyz0123456789'].join('-');
const GUIDE = 'Record of what was said and done in this session';

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'a step' } });

const STEPS: readonly Step[] = [
  { when: onPrompt('PORT-GOAL'), reply: [bash('echo "fail: lexer" >&2; exit 3')] },
  { when: afterTool('Bash'), reply: [{ text: REASON }] },
];

/** Every guide that stands in a request: the line that it begins with. */
const guidesIn = ({ body }: ModelRequest): readonly string[] =>
  conversationText(body)
    .split('\n')
    .filter((line) => line.includes(GUIDE));

/** The requests that follow a compaction: what they hold of the guide. */
function afterCompactions({ requests }: Session): readonly ModelRequest[] {
  return requests.filter(({ kind }, place) => kind === 'main' && requests[place - 1]?.kind === 'compact');
}

/** Files of our own data that hold a text. */
function filesWith({ data }: Sandbox, text: string): readonly string[] {
  return readdirSync(data, { recursive: true, encoding: 'utf8' })
    .map((name) => join(data, name))
    .filter((file) => statSync(file).isFile() && readFileSync(file).includes(text));
}

const short = (texts: readonly string[]): string => texts.map((text) => text.slice(0, 120)).join(' | ');

/** What the model knows after /compact, twice, and after --continue. */
export const memory: Scenario = {
  name: 'memory',
  async run({ client, check, installedSandbox }) {
    const sandbox = await installedSandbox();
    const prompts = [
      `${GOAL} The key is ${SECRET}, do not print it.`,
      '/compact keep the grammar',
      'SECOND-REQUEST: now the printer.',
      'What is left?',
      '/compact',
      'THIRD-REQUEST: now the tests.',
    ];
    const first = await runSession({ client, sandbox, steps: STEPS, prompts });
    const failed = first.hooks.filter(({ outcome }) => outcome !== 'success');
    const [one, two] = afterCompactions(first);
    const counts = [one, two].map((request) => (request === undefined ? [] : guidesIn(request)));
    check(
      'memory.guide-once',
      counts.every((guides) => guides.length === 1) && failed.length === 0,
      `failed hooks ${failed.length}; ${counts.map(short).join(' // ')}`,
    );
    const texts = [one, two].map((request) => (request === undefined ? '' : conversationText(request.body)));
    const kept = [GOAL, REASON, 'exit 3', 'keep the grammar'].filter((part) => !texts[0]?.includes(part));
    const later = [GOAL, REASON, 'SECOND-REQUEST'].filter((part) => !texts[1]?.includes(part));
    check('memory.content', kept.length + later.length === 0, `missing: ${[...kept, ...later].join()}`);

    const summaries = first.requests.filter(({ kind }) => kind === 'compact');
    const told = summaries.map(({ newText }) => countOf(newText, 'PORT-GOAL'));
    check('memory.summary', told.length === 2 && told.every((count) => count > 0), told.join());

    const second = await runSession({
      client,
      sandbox,
      prompts: ['FOURTH-REQUEST: go on.', 'And again.'],
      args: ['--continue'],
    });
    const resumed = second.main.map((request) =>
      guidesIn(request).filter((line) => line.includes('taken up again')),
    );
    check(
      'memory.resumed',
      resumed.length === 2 && resumed.every((guides) => guides.length === 1),
      resumed.map(short).join(' // '),
    );
    const leaks = filesWith(sandbox, SECRET);
    check('memory.no-secret', leaks.length === 0, leaks.join());
  },
};
