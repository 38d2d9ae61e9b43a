import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type McpPeer, startPeer } from '../tests/e2e/harness/mcp-peer.ts';
import { delayDuring, LOOP_DELAY_ARGS } from './measure/loop-delay.ts';
import type { Product } from './measure/product.ts';
import { callTool } from './measure/start-server.ts';
import { median, quantile } from './measure/statistics.ts';
import type { Figure, Question } from './question.ts';

/** Events per size; the first ones open the store and load what makes digests. */
const ROUNDS = {
  kept: { small: 300, medium: 60, large: 12, warmUp: 20 },
  quick: { small: 60, medium: 15, large: 4, warmUp: 5 },
};
/** An agent thinks between two calls; without a rest the server's own tidying up would be part of the next answer. */
const REST_MS = 5;
const SIZES = { small: 20_000, medium: 30_000, large: 1_000_000 };

/** A run of tests of about so many bytes, with one failure; no two are alike. */
function testRun(bytes: number, seed: number): string {
  const lines: string[] = [];
  for (let size = 0, n = 0; size < bytes; n += 1) {
    const line = `ok ${n} - run ${seed} keeps order ${(n * 7919 + seed) % 99_991} in its place (${n % 7} ms)`;
    size += line.length + 1;
    lines.push(line);
  }
  lines.splice(Math.floor(lines.length * 0.6), 0, `not ok - refuses basket ${seed}`, '  expected: 409');
  return lines.join('\n');
}

interface Measured {
  readonly peer: McpPeer;
  readonly folder: string;
  readonly delayFile: string;
}

async function startMeasured(product: Product): Promise<Measured> {
  const folder = product.newFolder();
  const delayFile = join(folder, 'delay.json');
  const env = { ...product.environment(folder), LOOP_DELAY_FILE: delayFile };
  const args = [...LOOP_DELAY_ARGS, join(product.distDir, 'server.mjs')];
  return { peer: await startPeer(process.execPath, args, { cwd: folder, env }), folder, delayFile };
}

interface Events {
  readonly tool: string;
  readonly count: number;
  readonly bytes: number;
  /** Whether a digest has to come. */
  readonly isGoverned: boolean;
}

let seed = 0;

/** Milliseconds of each event from the request to the answer, at the client. @throws Error for a wrong answer */
async function timeEvents({ peer, folder }: Measured, { tool, count, bytes, isGoverned }: Events) {
  const taken: number[] = [];
  for (let n = 0; n < count; n += 1) {
    seed += 1;
    const text = testRun(bytes, seed);
    const file = { filePath: `${folder}/a.ts`, content: text, numLines: 1, startLine: 1, totalLines: 1 };
    const response =
      tool === 'Read' ? { type: 'text', file } : { stdout: text, stderr: '', interrupted: false };
    const event = {
      event: 'PostToolUse',
      session_id: 'bench',
      cwd: folder,
      tool_name: tool,
      tool_use_id: `toolu_${seed}`,
      tool_input: JSON.stringify(tool === 'Read' ? { file_path: file.filePath } : { command: 'npm test' }),
      tool_response: JSON.stringify(response),
    };
    await sleep(REST_MS);
    const startMs = performance.now();
    const answer = await callTool(peer, 'hook_event', event);
    taken.push(performance.now() - startMs);
    if (answer.includes('updatedToolOutput') !== isGoverned) throw new Error(`${tool}, ${bytes}: ${answer}`);
  }
  return taken;
}

/** Time and delays of governed results of one size. */
async function governed(
  server: Measured,
  name: string,
  events: Omit<Events, 'tool' | 'isGoverned'>,
  must: number,
) {
  let taken: readonly number[] = [];
  const delay = await delayDuring(server.peer.pid, server.delayFile, async () => {
    taken = await timeEvents(server, { ...events, tool: 'Bash', isGoverned: true });
  });
  if (existsSync(server.delayFile)) rmSync(server.delayFile);
  const figures: readonly Figure[] = [
    { name: `${name} governed, median`, value: median(taken), unit: 'ms', must },
    { name: `${name} governed, p99`, value: quantile(taken, 0.99), unit: 'ms' },
    { name: `${name} governed, main thread held up, longest`, value: delay.max, unit: 'ms', must: 20 },
  ];
  return figures;
}

export const governedResults: Question = {
  name: 'governed-results',
  text: 'How long does a tool call wait for our hook after it?',
  floor: 'none: absolute, round trip of the hook tool at an MCP client over a warm connection',
  meaning:
    'PostToolUse as the client sends it, every result another one. Untouched: a source file of 20 KB, recorded and left alone. Governed: a test run of that size, of 30 KB and of 1 MB, stored whole and answered with its digest; the delay is how late timers of the main thread were meanwhile, other hooks would wait that long. Pipe and parsing at both ends are in the times.',
  async measure({ product, isQuick }) {
    const { small, medium, large, warmUp } = isQuick ? ROUNDS.quick : ROUNDS.kept;
    const server = await startMeasured(product);
    try {
      await timeEvents(server, { tool: 'Bash', count: warmUp, bytes: SIZES.medium, isGoverned: true });
      await timeEvents(server, { tool: 'Bash', count: 2, bytes: SIZES.large, isGoverned: true });
      const untouched = { tool: 'Read', count: small, bytes: SIZES.small, isGoverned: false };
      // The first large file gets a word of advice; it is not one of those.
      const recorded = await timeEvents(server, untouched);
      return [
        { name: '20 KB untouched, p50', value: median(recorded), unit: 'ms', must: 2 },
        { name: '20 KB untouched, p99', value: quantile(recorded, 0.99), unit: 'ms', must: 15 },
        ...(await governed(server, '20 KB', { count: medium, bytes: SIZES.small }, 15)),
        ...(await governed(server, '30 KB', { count: medium, bytes: SIZES.medium }, 15)),
        ...(await governed(server, '1 MB', { count: large, bytes: SIZES.large }, 60)),
      ];
    } finally {
      await server.peer.end();
    }
  },
};
