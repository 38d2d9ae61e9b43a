import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type McpPeer, startPeer } from '../tests/e2e/harness/mcp-peer.ts';
import { processStatus } from './measure/process-status.ts';
import type { Product } from './measure/product.ts';
import { callTool } from './measure/start-server.ts';
import { quantile } from './measure/statistics.ts';
import type { Question } from './question.ts';

const RUNS = 8;
const MEGABYTES = { kept: 50, quick: 10 };
const DELAY_LIMIT_MS = 20;
const RESIDENT_LIMIT_MB = 150;
/** How often something else is asked of the server meanwhile, and its memory looked at. */
const PROBE_MS = 5;
const LINE = '2026-11-30T12:00:00Z info api worker-7 request 4711 took 12 ms, status 200, 1832 bytes';
const PRELOAD = join(import.meta.dirname, 'fixtures/event-loop-delay.mjs');

interface Delays {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** A server that measures its own event loop; `delays` gives the figures since the last time. */
async function startMeasuredServer(product: Product) {
  const folder = product.newFolder();
  const file = join(folder, 'delays.json');
  const args = ['--import', PRELOAD, join(product.distDir, 'server.mjs')];
  const env = { ...product.environment(folder), EVENT_LOOP_DELAY_FILE: file };
  const peer = await startPeer(process.execPath, args, { cwd: folder, env });
  async function delays(): Promise<Delays> {
    rmSync(file, { force: true });
    process.kill(peer.pid, 'SIGUSR2');
    while (!existsSync(file)) await sleep(PROBE_MS);
    return JSON.parse(readFileSync(file, 'utf8')) as Delays;
  }
  return { peer, folder, delays };
}

/** Asks for a hook's answer again and again until the work is done. */
async function probe(peer: McpPeer, folder: string, work: Promise<unknown>) {
  const answersMs: number[] = [];
  let residentMb = 0;
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const event = { event: 'PreToolUse', session_id: 'bench', cwd: folder, tool_name: 'Bash' };
  while (!isOver) {
    const startMs = performance.now();
    await callTool(peer, 'hook_event', event);
    answersMs.push(performance.now() - startMs);
    residentMb = Math.max(residentMb, processStatus(peer.pid)?.residentMb ?? 0);
    await sleep(PROBE_MS);
  }
  await over;
  return { answersMs, residentMb };
}

export const parallelOutput: Question = {
  name: 'parallel-output',
  text: 'Eight runs write 50 MB each: does the server still answer, and how much memory does it hold?',
  floor: 'none: delays as the server’s own event loop measures them, and VmRSS, every 5 ms (Linux)',
  meaning:
    'From the first byte to the last answer, digests and keeping of the outputs included. The runs compete with the server for the cores: on a machine with few of them part of the delay is the system’s, and so is most of what a hook waits longer.',
  async measure({ product, isQuick }) {
    if (process.platform !== 'linux') {
      console.error('parallel-output: only Linux has /proc; nothing measured');
      return [];
    }
    const { peer, folder, delays } = await startMeasuredServer(product);
    await callTool(peer, 'ctx_execute', { language: 'shell', code: 'echo warm' });
    await delays();
    const bytes = (isQuick ? MEGABYTES.quick : MEGABYTES.kept) * 1_000_000;
    const code = `yes '${LINE}' | head -c ${bytes}`;
    const startMs = performance.now();
    const runs = Array.from({ length: RUNS }, () =>
      callTool(peer, 'ctx_execute', { language: 'shell', code }),
    );
    const { answersMs, residentMb } = await probe(peer, folder, Promise.all(runs));
    const tookMs = performance.now() - startMs;
    const loop = await delays();
    await peer.end();
    return [
      { name: 'event loop delay, p99', value: loop.p99, unit: 'ms', must: DELAY_LIMIT_MS },
      { name: 'event loop delay, longest', value: loop.max, unit: 'ms' },
      { name: 'hook beside it, p99 at the client', value: quantile(answersMs, 0.99), unit: 'ms' },
      { name: 'resident memory, highest', value: residentMb, unit: 'MB', must: RESIDENT_LIMIT_MB },
      { name: 'all runs', value: (RUNS * bytes) / 1000 / tookMs, unit: 'MB/s' },
    ];
  },
};
