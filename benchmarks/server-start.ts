import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BUNDLES } from '../scripts/build.ts';
import { startPeer } from '../tests/e2e/harness/mcp-peer.ts';
import { interleave } from './measure/interleave.ts';
import type { Product } from './measure/product.ts';
import { ratioFigures } from './measure/ratio-figures.ts';
import type { Question } from './question.ts';

const ROUNDS = { count: 40, warmUp: 3 };
const QUICK_ROUNDS = { count: 10, warmUp: 2 };
const RATIO_LIMIT = 1.5;
/** The client races the server's start: what is later than this is not in the first request. */
const READY_LIMIT_MS = 200;

/** Bundles the floor by the options of server.mjs. */
async function buildFloor(product: Product): Promise<string> {
  const outfile = join(product.distDir, 'floor-server.mjs');
  const entryPoints = [fileURLToPath(new URL('./fixtures/floor-server.ts', import.meta.url))];
  await build({ ...BUNDLES['server.mjs'], entryPoints, outfile });
  return outfile;
}

/** A server that lives so long keeps its compiled code for those to come. */
const WARM_MS = 6_000;

/** What the first session with the plugin leaves behind. */
async function firstSession(product: Product, file: string, folder: string): Promise<void> {
  const env = product.environment(folder);
  mkdirSync(env.PLIMSOLL_HOME ?? '', { recursive: true });
  const child = spawn(process.execPath, [file], { cwd: folder, env, stdio: ['pipe', 'ignore', 'inherit'] });
  const clientInfo = { name: 'bench', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} })}\n`);
  await sleep(WARM_MS);
  child.stdin.end();
  await once(child, 'exit');
}

/** From spawn over initialize to the answer of tools/list; milliseconds. */
async function timeStart(product: Product, file: string, folder: string): Promise<number> {
  const startMs = performance.now();
  const peer = await startPeer(process.execPath, [file], { cwd: folder, env: product.environment(folder) });
  const { tools } = await peer.request('tools/list');
  const ms = performance.now() - startMs;
  await peer.kill();
  if (!Array.isArray(tools) || tools.length === 0) throw new Error(`${file} listed no tools`);
  return ms;
}

export const serverStart: Question = {
  name: 'server-start',
  text: 'How soon can the client use the tools?',
  floor:
    'a server with one tool on the same SDK (its `Server` and its stdio transport), bundled by the same esbuild options',
  meaning:
    'Time from spawn over the `initialize` exchange to the answer of the first `tools/list`, measured at the client. The store is not opened in it. A session of some seconds went before: its server left its compiled code.',
  async measure({ product, isQuick }) {
    const folder = product.newFolder();
    const floorFile = await buildFloor(product);
    const ours = join(product.distDir, 'server.mjs');
    const first = await timeStart(product, ours, folder);
    await firstSession(product, ours, folder);
    const taken = await interleave(
      {
        floor: () => timeStart(product, floorFile, folder),
        server: () => timeStart(product, ours, folder),
      },
      isQuick ? QUICK_ROUNDS : ROUNDS,
    );
    const figures = ratioFigures({
      label: 'server',
      valuesMs: taken.server,
      floorsMs: taken.floor,
      must: RATIO_LIMIT,
    }).map((figure) => (figure.name === 'server, median' ? { ...figure, must: READY_LIMIT_MS } : figure));
    return [...figures, { name: 'server, in the very first session', value: first, unit: 'ms' }];
  },
};
