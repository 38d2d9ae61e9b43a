import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversationText, type MessagesBody, seenResults } from '../harness/messages.ts';
import { readStats, type Stats, TOOL_PREFIX, toolName } from '../harness/product.ts';
import { runSession, type Session } from '../harness/run-session.ts';
import type { Scenario } from '../harness/scenario.ts';
import { onPrompt, type Step } from '../harness/scripted-model.ts';

const EXECUTE = toolName('ctx_execute');
const LARGE = 'seq 1 20000';
const SMALL =
  'for i in $(seq 1 380); do echo "entry $i of the day: the keeper writes nothing of note into the book"; done';
const FILE = 'tides.md';
const TOLERANCE = 0.01;

interface Sums {
  readonly kind: string;
  readonly name: string;
  readonly count: number;
  readonly hostBytes: number;
  readonly insteadBytes: number;
  readonly enteredBytes: number;
  readonly overheadBytes: number;
}
interface FullStats extends Stats {
  readonly byTool: readonly Sums[];
  readonly session: {
    readonly host?: {
      readonly replies: number;
      readonly outputTokens: number;
      readonly curve: readonly number[];
    };
  };
}

interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const bash = (command: string): Call => ({ tool: 'Bash', input: { command, description: 'a step' } });
const execute = (code: string): Call => ({ tool: EXECUTE, input: { language: 'shell', code } });

/** One call per prompt. */
const scriptOf = (calls: readonly Call[]) => ({
  steps: calls.map((call, place): Step => ({ when: onPrompt(`CALL-${place}.`), reply: [call] })),
  prompts: calls.map((_, place) => `CALL-${place}. Go on.`),
});

const lastBody = (session: Session): MessagesBody => session.main.at(-1)?.body ?? { model: '', messages: [] };
const bytesOf = (text: string): number => Buffer.byteLength(text);
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Bytes of the results of a tool, as the model read them. */
const resultBytes = (session: Session, tool: string): number =>
  sum(
    seenResults(lastBody(session).messages)
      .filter((result) => result.tool === tool)
      .map(({ text }) => bytesOf(text)),
  );

const isNear = (counted: number, seen: number): boolean =>
  seen > 0 && Math.abs(counted - seen) / seen <= TOLERANCE;

/** Our tools that stand in a request with their schemas, those that were loaded among them; 0: none. */
function declaredBytes(body: MessagesBody): number {
  const declared = (body.tools ?? []).filter(({ name }) => name?.startsWith(TOOL_PREFIX));
  return sum(
    declared.map(({ name, description, input_schema }) =>
      bytesOf(JSON.stringify({ name, description, input_schema })),
    ),
  );
}

/** Our tools as they stand in the requests: with schemas, or by names in a line each. */
function listingBytes(body: MessagesBody): number {
  const declared = declaredBytes(body);
  if (declared > 0) return declared;
  const names = conversationText(body)
    .split('\n')
    .filter((line) => line.startsWith(TOOL_PREFIX) && !line.includes(' '));
  return sum(names.map((name) => bytesOf(name) + 1));
}

/** Texts of hooks in the conversation, without the words that the client puts in front. */
function hookBytes(body: MessagesBody): number {
  const texts = conversationText(body).matchAll(/hook additional context: (plimsoll: [^\n]*?)(?:\n|<\/|$)/g);
  return sum([...texts].map(([, text = '']) => bytesOf(text)));
}

/** What is counted equals what stands in the requests, and what the client shows without us. */
export const stats: Scenario = {
  name: 'stats',
  async run({ client, checkout, check, note, emptySandbox, installedSandbox }) {
    const alone = emptySandbox();
    const bare = await runSession({
      client,
      sandbox: alone,
      ...scriptOf([bash(LARGE), bash(SMALL), bash(SMALL)]),
    });
    const [large = 0, small = 0] = seenResults(lastBody(bare).messages).map(({ text }) => bytesOf(text));

    const sandbox = await installedSandbox();
    writeFileSync(join(sandbox.project, FILE), '# Tides\n\nSpring tides rise 5.7 metres.\n'.repeat(400));
    const calls: readonly Call[] = [
      execute(LARGE),
      execute(SMALL),
      bash(SMALL),
      { tool: toolName('ctx_index'), input: { path: FILE } },
      { tool: toolName('ctx_search'), input: { queries: ['spring tides'] } },
      { tool: toolName('ctx_read'), input: { id: '#1', lines: '1-50' } },
    ];
    const load: Call = {
      tool: 'ToolSearch',
      input: { query: `select:${[...new Set(calls.map(({ tool }) => tool))].join(',')}` },
    };
    const isDeferring = client.id === '332';
    const all = isDeferring ? [load, ...calls] : calls;
    const session = await runSession({ client, sandbox, ...scriptOf(all) });
    const counted = (await readStats(checkout, sandbox)) as FullStats;
    const of = (kind: string, name: string): Sums | undefined =>
      counted.byTool.find((tool) => tool.kind === kind && tool.name === name);

    const wrong: string[] = [];
    const compare = (what: string, figure: number | undefined, seen: number): void => {
      const line = `${what}: counted ${figure}, seen ${seen}`;
      note(line);
      if (!isNear(figure ?? 0, seen)) wrong.push(line);
    };
    const all_ = (tool: Sums | undefined): number => (tool?.enteredBytes ?? 0) + (tool?.overheadBytes ?? 0);
    for (const [kind, name] of [
      ['output', 'ctx_execute'],
      ['unread', 'ctx_index'],
      ['follow', 'ctx_search'],
      ['follow', 'ctx_read'],
    ] as const)
      compare(name, all_(of(kind, name)), resultBytes(session, toolName(name)));
    compare('governed Bash', all_(of('output', 'Bash')), resultBytes(session, 'Bash'));
    check('stats.entered', wrong.length === 0 && session.unusedSteps === 0, wrong.join('; '));

    wrong.length = 0;
    compare('ctx_execute against Bash', of('output', 'ctx_execute')?.hostBytes, large + small);
    compare('governed Bash against Bash', of('output', 'Bash')?.hostBytes, small);
    check('stats.host', wrong.length === 0, wrong.join('; '));

    wrong.length = 0;
    const body = lastBody(session);
    const first = session.main[0]?.body ?? body;
    compare(
      'list of tools',
      of('schema', isDeferring ? 'names' : 'tools/list')?.overheadBytes,
      listingBytes(first),
    );
    if (isDeferring) compare('loaded schemas', of('schema', 'loaded')?.overheadBytes, declaredBytes(body));
    compare('text of hooks', of('text', 'session_start')?.overheadBytes, hookBytes(body));
    check('stats.overhead', wrong.length === 0, wrong.join('; '));

    const { host } = counted.session;
    const replies = session.main.length;
    check(
      'stats.usage',
      host?.replies === replies && host.outputTokens === 10 * replies && host.curve.length > 0,
      `${JSON.stringify(host)}, ${replies} replies`,
    );
  },
};
