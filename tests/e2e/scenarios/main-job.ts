import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversationText, countOf, type SeenResult, seenResults } from '../harness/messages.ts';
import { HANDLE_LINE, HOOK_TOOL, TOOL_PREFIX, toolName } from '../harness/product.ts';
import { runSession, type Session } from '../harness/run-session.ts';
import type { Sandbox } from '../harness/sandbox.ts';
import type { Scenario, ScenarioContext } from '../harness/scenario.ts';
import { afterTool, type ModelRequest, onPrompt, type Step } from '../harness/scripted-model.ts';

/** 3,000 lines of about 70 bytes with one fact in the middle. */
const FACT = 'the harbour at Sandhaven is dredged to 12.4 metres';
const FILLER = 'soundings taken at half tide, nothing of note';
const LINE_COUNT = 3_000;
const FACT_LINE = 1_711;
const SCRIPT = `for i in $(seq 1 ${LINE_COUNT}); do
  if [ $i = ${FACT_LINE} ]; then echo "entry $i: ${FACT}"; else echo "entry $i of the log: ${FILLER}"; fi
done`;
const ANSWER_LIMIT_BYTES = 4_608;
/** Digest and search answer hold 4,096 bytes each, about 60 lines; many more would be the output itself. */
const SHOWN_LINES_LIMIT = 150;

const INDEXED_FILE = 'tides.md';
const INDEXED_FACT = 'Spring tides at Kelmscott rise 5.7 metres';

const EXECUTE = toolName('ctx_execute');
const SEARCH = toolName('ctx_search');
const READ = toolName('ctx_read');
const INDEX = toolName('ctx_index');

/** The handle that the answer of ctx_execute named; `#0` when it named none. */
function handleIn({ body }: ModelRequest): string {
  const text = seenResults(body.messages).find(({ tool }) => tool === EXECUTE)?.text ?? '';
  return `#${HANDLE_LINE.exec(lastLine(text))?.[1] ?? '0'}`;
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

/** What the model does; a client that defers schemas gets the ToolSearch turn that a real model would make. */
function script(isDeferring: boolean): readonly Step[] {
  const execute = { tool: EXECUTE, input: { language: 'shell', code: SCRIPT } };
  const query = `select:${[EXECUTE, SEARCH, READ, INDEX].join(',')}`;
  const first: readonly Step[] = isDeferring
    ? [
        { when: onPrompt('MEASURE'), reply: [{ tool: 'ToolSearch', input: { query } }] },
        { when: afterTool('ToolSearch'), reply: [execute] },
      ]
    : [{ when: onPrompt('MEASURE'), reply: [execute] }];
  return [
    ...first,
    {
      when: afterTool(EXECUTE),
      reply: [{ tool: SEARCH, input: { queries: ['Sandhaven harbour dredged'] } }],
    },
    {
      when: afterTool(SEARCH),
      reply: (request) => [{ tool: READ, input: { id: handleIn(request), grep: 'Sandhaven' } }],
    },
    { when: afterTool(READ), reply: [{ tool: INDEX, input: { path: INDEXED_FILE } }] },
    { when: afterTool(INDEX), reply: [{ tool: SEARCH, input: { queries: ['Kelmscott spring tides'] } }] },
  ];
}

/** The product's main job: a large output stays out, and everything in it stays within reach. */
export const mainJob: Scenario = {
  name: 'main-job',
  async run(context) {
    const { client, check } = context;
    const sandbox = await context.installedSandbox();
    writeFileSync(join(sandbox.project, INDEXED_FILE), `# Tides\n\n${INDEXED_FACT}.\n`);
    const steps = script(client.id === '332');
    const session = await runSession({ client, sandbox, steps, prompts: ['MEASURE the harbour', 'Thanks.'] });
    const results = seenResults(session.main.at(-1)?.body.messages ?? []);
    const of = (tool: string, nth = 0): SeenResult | undefined =>
      results.filter((result) => result.tool === tool)[nth];
    check(
      'work.connected',
      session.unusedSteps === 0 && results.every(({ isError }) => !isError),
      dump(results),
    );
    if (client.id === '332') checkDeferral(context, session);
    checkUnlisted(context, session);
    const asJson = results.filter(({ text }) => text.trimStart().startsWith('{'));
    check('work.text', results.length > 0 && asJson.length === 0, dump(asJson));
    checkAnswer(context, session, of(EXECUTE)?.text ?? '');
    checkStored(context, sandbox);
    check('work.search', of(SEARCH)?.text.includes(FACT) === true, of(SEARCH)?.text);
    const read = of(READ)?.text ?? '';
    check('work.read', read.includes(FACT) && read.includes(String(FACT_LINE)), read);
    check('work.index', of(SEARCH, 1)?.text.includes(INDEXED_FACT) === true, of(SEARCH, 1)?.text);
  },
};

const dump = (results: readonly SeenResult[]): string =>
  results
    .map(({ tool, text, isError }) => `${tool}${isError ? ' ERROR' : ''}: ${text.slice(0, 200)}`)
    .join('\n');

function checkDeferral({ check }: ScenarioContext, { main }: Session): void {
  const first = main[0]?.body;
  const declared = (first?.tools ?? []).filter(({ name }) => name?.startsWith(TOOL_PREFIX));
  const named = first === undefined ? 0 : countOf(conversationText(first), `${EXECUTE}\n`);
  const declaredNames = declared.map(({ name }) => name).join();
  check(
    'work.names-only',
    declared.length === 0 && named === 1,
    `declared: ${declaredNames}; named: ${named}`,
  );
  const second = (main[1]?.body.tools ?? []).filter(({ name }) => name === EXECUTE);
  const ran = seenResults(main[2]?.body.messages ?? []).some(
    ({ tool, isError }) => tool === EXECUTE && !isError,
  );
  check('work.tool-search', second.length === 1 && ran, `loaded: ${second.length}, ran: ${ran}`);
}

/** Names may stand in the text (deferred) or in the declarations (not deferred): look at the whole body. */
function checkUnlisted({ check }: ScenarioContext, { requests }: Session): void {
  const offered = requests.filter(({ body }) => {
    const whole = JSON.stringify(body);
    return whole.includes(`${TOOL_PREFIX}${HOOK_TOOL}`) || whole.includes(toolName('ctx_stats'));
  });
  check('work.unlisted', requests.length > 0 && offered.length === 0, `in ${offered.length} requests`);
}

function checkAnswer({ check }: ScenarioContext, { requests }: Session, answer: string): void {
  const bytes = Buffer.byteLength(answer);
  check('work.small-answer', bytes > 0 && bytes <= ANSWER_LIMIT_BYTES, `${bytes} bytes: ${answer}`);
  const shown = Math.max(
    ...requests.map(({ body }) => countOf(JSON.stringify(body.messages), `log: ${FILLER}`)),
  );
  check('work.raw-bytes-out', shown <= SHOWN_LINES_LIMIT, `${shown} lines of the output in one request`);
  check('work.handle-last', HANDLE_LINE.test(lastLine(answer)), answer.slice(-400));
}

function checkStored({ check }: ScenarioContext, sandbox: Sandbox): void {
  const stored = readdirSync(sandbox.data, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[/\\]out[/\\]\d+\.txt$/.test(name))
    .map((name) => join(sandbox.data, name))
    .find((file) => readFileSync(file, 'utf8').includes(FACT));
  const text = stored === undefined ? '' : readFileSync(stored, 'utf8');
  const isWhole = countOf(text, 'entry ') === LINE_COUNT;
  const isPrivate =
    stored !== undefined && (process.platform === 'win32' || (statSync(stored).mode & 0o077) === 0);
  check('work.stored-whole', isWhole && isPrivate, `${stored ?? 'no file'}: ${text.length} characters`);
}
