import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../tests/e2e/harness/clients.ts';
import { runSession } from '../tests/e2e/harness/run-session.ts';
import type { Sandbox } from '../tests/e2e/harness/sandbox.ts';
import { afterTool, onPrompt, type Step } from '../tests/e2e/harness/scripted-model.ts';
import { withClientArms } from './measure/client-arms.ts';
import { interleave } from './measure/interleave.ts';
import { median, pairedRatios } from './measure/statistics.ts';
import type { Figure, Question } from './question.ts';

const ROUNDS = { kept: { count: 9, warmUp: 1 }, quick: { count: 3, warmUp: 1 } };
/** Calls of one session, one after the other; the first of them also wait for what the client does once. */
const CALLS = { bash: 12, first: 2 };
const READS = 10;
const FILE = 'const line = "of a source file that is read whole";\n'.repeat(120);
const ADDED_MS = 10;
const READS_RATIO = 1.1;

const bash = { tool: 'Bash', input: { command: 'true', description: 'do nothing' } };
const bashSteps: readonly Step[] = Array.from({ length: CALLS.bash }, (_, n) => ({
  when: n === 0 ? onPrompt('GO') : afterTool('Bash'),
  reply: [bash],
}));

/** Times between the requests that follow one another: what one call costs, as the model sees it. */
async function gapsOf(client: Client, sandbox: Sandbox, steps: readonly Step[]): Promise<readonly number[]> {
  const { main, stderr, unusedSteps } = await runSession({ client, sandbox, prompts: ['GO'], steps });
  if (unusedSteps > 0) throw new Error(`${unusedSteps} steps of the session were not made: ${stderr}`);
  return main.slice(1).map(({ atMs }, at) => atMs - (main[at]?.atMs ?? 0));
}

async function bashCall(client: Client, sandbox: Sandbox): Promise<number> {
  return median((await gapsOf(client, sandbox, bashSteps)).slice(CALLS.first));
}

/** Ten files in one turn, after a first call for which the client has set itself up. */
async function parallelReads(client: Client, sandbox: Sandbox): Promise<number> {
  const files = Array.from({ length: READS }, (_, n) => join(sandbox.project, `part-${n}.ts`));
  for (const file of files) writeFileSync(file, FILE);
  const reads = files.map((file_path) => ({ tool: 'Read', input: { file_path } }));
  const steps: readonly Step[] = [
    { when: onPrompt('GO'), reply: [bash] },
    { when: afterTool('Bash'), reply: reads },
  ];
  return (await gapsOf(client, sandbox, steps)).at(-1) ?? Number.NaN;
}

export const clientLatency: Question = {
  name: 'client-latency',
  text: 'How much longer does a tool call take in the real client?',
  floor:
    'the same session in the same pinned client without the plugin, interleaved; and with a server that answers the same hooks at once and does nothing',
  meaning:
    'Milliseconds from one request to the next at a scripted model: a Bash call that does nothing, the median of ten in one session, with both hooks around it; and ten Reads that one turn asks for at once. Needs the pinned clients of tests/e2e.',
  isOptional: true,
  async measure({ isQuick }) {
    const rounds = isQuick ? ROUNDS.quick : ROUNDS.kept;
    const figures = await withClientArms(
      async ({ client, bare, idle, plugin }): Promise<readonly Figure[]> => {
        const calls = await interleave(
          {
            bare: () => bashCall(client, bare),
            idle: () => bashCall(client, idle),
            plugin: () => bashCall(client, plugin),
          },
          rounds,
        );
        const reads = await interleave(
          {
            bare: () => parallelReads(client, bare),
            idle: () => parallelReads(client, idle),
            plugin: () => parallelReads(client, plugin),
          },
          rounds,
        );
        const added = (arm: readonly number[]) =>
          median(arm.map((ms, round) => ms - (calls.bare[round] ?? Number.NaN)));
        const name = `client ${client.version}`;
        return [
          { name: `${name}, Bash call, bare, median`, value: median(calls.bare), unit: 'ms' },
          {
            name: `${name}, Bash call, added by hooks that do nothing`,
            value: added(calls.idle),
            unit: 'ms',
          },
          {
            name: `${name}, Bash call, added, median of rounds`,
            value: added(calls.plugin),
            unit: 'ms',
            must: ADDED_MS,
          },
          { name: `${name}, ten Reads, bare, median`, value: median(reads.bare), unit: 'ms' },
          {
            name: `${name}, ten Reads with hooks that do nothing / bare`,
            value: median(pairedRatios(reads.idle, reads.bare)),
            unit: 'ratio',
          },
          {
            name: `${name}, ten Reads / bare, median of rounds`,
            value: median(pairedRatios(reads.plugin, reads.bare)),
            unit: 'ratio',
            must: READS_RATIO,
          },
        ];
      },
    );
    return figures.flat();
  },
};
