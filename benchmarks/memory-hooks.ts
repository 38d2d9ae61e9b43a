import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { McpPeer } from '../tests/e2e/harness/mcp-peer.ts';
import { toolArguments } from '../tests/helpers/hook-fixtures.ts';
import { interleave } from './measure/interleave.ts';
import { longSession } from './measure/long-session.ts';
import type { Product } from './measure/product.ts';
import { ratioFigures } from './measure/ratio-figures.ts';
import { callTool, startServer } from './measure/start-server.ts';
import { median } from './measure/statistics.ts';
import { timeProcess } from './measure/time-process.ts';
import type { Figure, Question } from './question.ts';

const EVENTS = 1_000;
const SESSION = 'bench';
const MUST_SERVER_MS = 30;
const MUST_PROCESS = 2;
const ROUNDS = { count: 30, warmUp: 3 };
const QUICK_ROUNDS = { count: 8, warmUp: 2 };
const SERVER_ROUNDS = 15;

const GUIDE = 'Record of what was said and done in this session';
const COMPACTION = {
  PreCompact: { trigger: 'auto', custom_instructions: '' },
  SessionStart: { source: 'compact' },
} as const;
type Step = keyof typeof COMPACTION;

interface HooksFile {
  readonly hooks: Readonly<
    Record<string, readonly { readonly hooks: readonly { readonly input?: Record<string, string> }[] }[]>
  >;
}
const HOOKS = JSON.parse(readFileSync(join(import.meta.dirname, '../hooks/hooks.json'), 'utf8')) as HooksFile;

/** Hands an event to the server, as the client does. Nothing for events that the hooks file gives to processes. */
async function tell(peer: McpPeer, input: Readonly<Record<string, unknown>>): Promise<string> {
  const template = HOOKS.hooks[String(input.hook_event_name)]
    ?.flatMap(({ hooks }) => hooks)
    .find((hook) => hook.input !== undefined)?.input;
  return template === undefined
    ? ''
    : await callTool(peer, 'hook_event', toolArguments(template, input, 'empty'));
}

const stepInput = (step: Step, folder: string) => ({
  session_id: SESSION,
  cwd: folder,
  hook_event_name: step,
  ...COMPACTION[step],
});

/** A session of so many events goes into the store; then compactions are answered by the server that took it in. */
async function inServer(product: Product, folder: string): Promise<readonly Figure[]> {
  const times: Record<Step, number[]> = { PreCompact: [], SessionStart: [] };
  const peer = await startServer(product, folder);
  try {
    for (const input of longSession(EVENTS, folder, SESSION)) await tell(peer, input);
    for (let round = 0; round < SERVER_ROUNDS; round += 1) {
      for (const step of ['PreCompact', 'SessionStart'] as const) {
        const startMs = performance.now();
        const text = await tell(peer, stepInput(step, folder));
        times[step].push(performance.now() - startMs);
        if (step === 'SessionStart' && !text.includes(GUIDE)) throw new Error(`no guide: ${text}`);
      }
      await tell(peer, { ...stepInput('PreCompact', folder), hook_event_name: 'PostCompact' });
      const prompt = `Round ${round}: go on with folder ${round} of the reports.`;
      await tell(peer, { session_id: SESSION, cwd: folder, hook_event_name: 'UserPromptSubmit', prompt });
    }
  } finally {
    await peer.end();
  }
  return (['PreCompact', 'SessionStart'] as const).flatMap((step) => [
    { name: `server: ${step}, the first`, value: times[step][0] ?? 0, unit: 'ms', must: MUST_SERVER_MS },
    { name: `server: ${step}, median`, value: median(times[step]), unit: 'ms', must: MUST_SERVER_MS },
  ]);
}

/** The same session in processes, with a turn between two compactions. */
async function asProcesses(product: Product, folder: string, isQuick: boolean): Promise<readonly Figure[]> {
  const common = { cwd: folder, env: product.environment(folder) };
  const hook = (event: string) => [join(product.distDir, 'hook.cjs'), 'claude-code', event];
  const run = (args: readonly string[], fields: object, isRight: (stdout: string) => boolean): number => {
    const text = JSON.stringify({ session_id: SESSION, cwd: folder, hook_event_name: args[2], ...fields });
    return timeProcess({ ...common, stdin: { kind: 'socket' }, text, args, isRight });
  };
  const starts: number[] = [];
  let turn = 0;
  const compaction = (): number => {
    turn += 1;
    run(hook('UserPromptSubmit'), { prompt: `Turn ${turn}: go on with part ${turn}.` }, () => true);
    const ms = run(hook('PreCompact'), COMPACTION.PreCompact, () => true);
    starts.push(run(hook('SessionStart'), COMPACTION.SessionStart, (out) => out.includes(GUIDE)));
    return ms;
  };
  const bare = (): number => run(['-e', '0'], {}, (out) => out === '');
  const rounds = isQuick ? QUICK_ROUNDS : ROUNDS;
  const taken = await interleave({ bare, compaction }, rounds);
  const must = MUST_PROCESS;
  return [
    ...ratioFigures({ label: 'process: PreCompact', valuesMs: taken.compaction, floorsMs: taken.bare, must }),
    ...ratioFigures({
      label: 'process: SessionStart',
      valuesMs: starts.slice(rounds.warmUp),
      floorsMs: taken.bare,
      must,
    }),
  ];
}

export const memoryHooks: Question = {
  name: 'memory-hooks',
  text: 'How long does a compaction wait for the memory of a session of 1,000 events?',
  floor: 'a bare `node -e 0` for processes; none for the server',
  meaning:
    'The long sessions of benchmarks/compact as one session of 1,000 events. In the server: round trip of `hook_event` at the client, the first of each after the session was taken in, and the median. As processes: from spawn to exit of `hook.cjs`, with the session in the store, a prompt before each compaction, and what earlier hooks compiled. In Claude Code both go through the running server.',
  async measure({ product, isQuick }) {
    const folder = product.newFolder();
    mkdirSync(join(folder, '.git'));
    return [...(await inServer(product, folder)), ...(await asProcesses(product, folder, isQuick))];
  },
};
