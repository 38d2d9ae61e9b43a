import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  GEMINI_VERSION,
  geminiEnv,
  geminiSettingsFile,
  isGeminiInstalled,
  runGemini,
  writeGeminiHome,
} from './harness/gemini-client.ts';
import { type GeminiModel, type GeminiStep, startGeminiModel } from './harness/gemini-model.ts';
import type { Report } from './harness/report.ts';
import { requirementsFor } from './harness/report.ts';
import { runProcess } from './harness/run-process.ts';
import { makeSandbox, type Sandbox } from './harness/sandbox.ts';
import type { Product } from './harness/scenario.ts';
import { readStoredEvents } from './harness/stored-events.ts';
import type { RequirementId } from './requirements.ts';

const SCENARIO = 'gemini';
/** At this size of the prompt the client compresses before its next request; a tenth below it the model is told. */
const FULL_TOKENS = 30_000;
const FLOOD = "seq 1 3000 | sed 's/^/a line that says nothing /'; echo 'ERROR: module alpha failed'";
const WHOLE_BYTES = 50_000;

const shell = (command: string, promptTokens: number): GeminiStep => ({
  call: { tool: 'run_shell_command', args: { command, description: 'work' } },
  promptTokens,
});

/** Two runs of one session: work, and the same session taken up again until it has been compressed. */
const STEPS: readonly GeminiStep[] = [
  {
    call: { tool: 'plimsoll_ctx_execute', args: { language: 'javascript', code: 'console.log(6 * 7)' } },
    promptTokens: 5_000,
  },
  shell(FLOOD, 6_000),
  { text: 'The build failed.', promptTokens: 7_000 },
  shell('echo before', FULL_TOKENS),
  shell('echo after', 2_000),
  shell('echo later', 2_100),
  { text: 'Done.', promptTokens: 2_200 },
];
const FIRST_PROMPT = 'build the project and never touch config.yaml';

type Check = (id: RequirementId, passed: boolean, detail?: string) => void;

const cli = ({ checkout }: Product, sandbox: Sandbox, args: readonly string[]) =>
  runProcess(process.execPath, [join(checkout, 'dist', 'cli.mjs'), ...args], {
    cwd: sandbox.project,
    env: geminiEnv(sandbox, 'http://127.0.0.1:9'),
  });

/** Exports into a fresh home, works with the real client, and takes the export back. */
export async function proveGemini(product: Product, report: Report): Promise<void> {
  const check: Check = (id, passed, detail = '') => report.check('once', SCENARIO, id, passed, detail);
  if (!isGeminiInstalled()) {
    for (const [id, { scenario }] of requirementsFor('once'))
      if (scenario === SCENARIO) report.skip('once', id, `Gemini CLI ${GEMINI_VERSION} is not installed`);
    return;
  }
  const sandbox = makeSandbox();
  const model = await startGeminiModel(STEPS);
  try {
    writeGeminiHome(sandbox);
    const before = readFileSync(geminiSettingsFile(sandbox), 'utf8');
    const written = await cli(product, sandbox, ['export', 'gemini-cli', '--write']);
    check('gemini.export', written.exitCode === 0, `${written.stdout}\n${written.stderr}`);
    await work(sandbox, model, check);
    const gone = await cli(product, sandbox, ['uninstall', 'gemini-cli', '--write']);
    const after = readFileSync(geminiSettingsFile(sandbox), 'utf8');
    const isClean = !existsSync(join(sandbox.home, '.gemini', 'GEMINI.md'));
    check('gemini.uninstall', gone.exitCode === 0 && after === before && isClean, after);
  } catch (error) {
    report.fail('once', `${SCENARIO} broke: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    await model.close();
    if (process.env.E2E_KEEP === undefined) sandbox.dispose();
    else console.log(`kept ${sandbox.root}`);
  }
}

async function work(sandbox: Sandbox, model: GeminiModel, check: Check): Promise<void> {
  const first = await runGemini(sandbox, model.url, ['-p', FIRST_PROMPT]);
  const second = await runGemini(sandbox, model.url, ['--resume', 'latest', '-p', 'go on with module beta']);
  const ended = [first, second].map(({ exitCode, stderr }) => `${exitCode} ${stderr.slice(-300)}`).join('\n');
  const isPlayed = first.exitCode === 0 && second.exitCode === 0 && model.unusedSteps() === 0;
  check('gemini.runs', isPlayed, `${model.unusedSteps()} steps unused\n${ended}`);
  const [start, answer, flood] = model.requests;
  const newest = model.requests.map((request) => request.newest);
  check('gemini.start-text', start?.body.includes('ctx_search finds passages') === true, newest[0]);
  const isCalled = answer?.newest.includes('[exit 0') === true && answer.newest.includes('42');
  check('gemini.tools', isCalled, answer?.newest);
  checkFlood(flood?.newest ?? '', check);
  const noteAt = newest.findIndex((text) => /Context at about \d+ % of the point/.test(text));
  check('gemini.note', noteAt > 0, newest.join('\n'));
  const guideAt = newest.findIndex((text) => text.includes('kept across compaction'));
  const isGuide = guideAt > noteAt && newest[guideAt]?.includes('never touch config.yaml') === true;
  check('gemini.compaction', isGuide, newest.slice(4).join('\n'));
  await cliEvents(sandbox, check);
}

/** A digest reached the model, and the whole lies where it says. */
function checkFlood(text: string, check: Check): void {
  const file = /saved to (\S+\.txt)/.exec(text)?.[1];
  const whole = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
  const isShort = text.includes('ERROR: module alpha failed') && !text.includes('nothing 1500');
  const isWhole = whole.includes('nothing 1500') && whole.length > WHOLE_BYTES;
  check('gemini.flood', isShort && isWhole && text.length < WHOLE_BYTES / 10, text);
}

/** The end of a session takes in what its hooks wrote down: each call once, by the agent's own names. */
async function cliEvents(sandbox: Sandbox, check: Check): Promise<void> {
  const events = await readStoredEvents(sandbox);
  const count = (name: string, toolName = ''): number =>
    events.filter((event) => event.name === name && (toolName === '' || event.toolName === toolName)).length;
  const seen = {
    prompts: count('user_prompt'),
    shell: count('post_tool', 'run_shell_command'),
    own: count('post_tool', 'mcp_plimsoll_ctx_execute'),
    compactions: count('pre_compact'),
  };
  const isRight = seen.prompts === 2 && seen.shell === 4 && seen.own === 1 && seen.compactions === 1;
  check('gemini.events', isRight, JSON.stringify(seen));
}
