import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { McpPeer } from '../tests/e2e/harness/mcp-peer.ts';
import { copyCorpus } from './measure/corpus.ts';
import { processStatus } from './measure/process-status.ts';
import type { Product } from './measure/product.ts';
import { callTool, startServer } from './measure/start-server.ts';
import { median, quantile } from './measure/statistics.ts';
import type { Figure, Question } from './question.ts';

const CORPUS_BYTES = 10_000_000;
const ROUNDS = 5;
const SMALL_FILES = 1_000;
const SMALL_FILE_LINES = 20;
/** The idle worker threads have ended by then. */
const REST_MS = 4_000;
const LOOK_MS = 10;

interface Run {
  readonly ms: number;
  readonly bytes: number;
  /** Largest resident memory while it ran, and the memory after a rest, over that of before. */
  readonly peakGrowthMb: number;
  readonly restGrowthMb: number;
  /** Everything under the data directory after the end, by the bytes of the text. */
  readonly storedShare: number;
  /** How long other calls took meanwhile. */
  readonly answersMs: readonly number[];
}

const residentMb = (peer: McpPeer): number => processStatus(peer.pid)?.residentMb ?? Number.NaN;

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}

/** Calls of every kind that the server answers itself, one after the other, until `isDone`. */
async function callMeanwhile(peer: McpPeer, isDone: () => boolean): Promise<readonly number[]> {
  const took: number[] = [];
  for (let n = 0; !isDone(); n += 1) {
    const startMs = performance.now();
    if (n % 4 === 0) await peer.request('tools/list');
    else if (n % 4 === 1)
      await callTool(peer, 'hook_event', { event: 'PostToolUse', session_id: 'bench', tool_use_id: `t${n}` });
    else if (n % 4 === 2) await callTool(peer, 'ctx_read', { id: '#1' });
    else await callTool(peer, 'ctx_search', { queries: ['pelican'] });
    took.push(performance.now() - startMs);
    await sleep(LOOK_MS);
  }
  return took;
}

/** Indexes `folder` in a new server, which has been used before; with `isBusy` other calls come meanwhile. */
async function indexOnce(product: Product, folder: string, bytes: number, isBusy: boolean): Promise<Run> {
  const home = product.newFolder();
  const peer = await startServer(product, home);
  await callTool(peer, 'ctx_index', { content: 'pelican', source: 'known' });
  await callTool(peer, 'ctx_search', { queries: ['pelican'] });
  await sleep(REST_MS);
  const beforeMb = residentMb(peer);
  let isDone = false;
  let peakMb = beforeMb;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(peer));
  }, LOOK_MS);
  const startMs = performance.now();
  const indexed = callTool(peer, 'ctx_index', { path: folder }).finally(() => {
    isDone = true;
  });
  const answersMs = isBusy ? await callMeanwhile(peer, () => isDone) : [];
  await indexed;
  const ms = performance.now() - startMs;
  clearInterval(watch);
  await sleep(REST_MS);
  const restMb = residentMb(peer);
  await peer.end();
  const storedShare = bytesBelow(join(home, '.plimsoll')) / bytes;
  return {
    ms,
    bytes,
    peakGrowthMb: peakMb - beforeMb,
    restGrowthMb: restMb - beforeMb,
    storedShare,
    answersMs,
  };
}

function writeSmallFiles(folder: string): number {
  let bytes = 0;
  for (let file = 0; file < SMALL_FILES; file += 1) {
    const lines = Array.from(
      { length: SMALL_FILE_LINES },
      (_, n) => `export const handler${file}_${n} = (request) => request.retry(${(file * 31 + n * 7) % 97});`,
    );
    const text = `${lines.join('\n')}\n`;
    const path = join(folder, `d${file % 25}`, `f${file}.ts`);
    mkdirSync(join(folder, `d${file % 25}`), { recursive: true });
    writeFileSync(path, text);
    bytes += text.length;
  }
  return bytes;
}

const speed = ({ bytes, ms }: Run): number => bytes / 1_000 / ms;

export const indexSpeed: Question = {
  name: 'index-speed',
  text: 'How fast is a folder indexed, and does the server answer meanwhile?',
  floor: 'none: absolute, on the machine that is named above',
  meaning:
    'One `ctx_index` of a folder with 10 MB of docs and code of the pinned packages, from the call to its answer (which comes after the commit), in a new store each time; memory and disk are those of the whole server. The answers are those to hooks, lists, reads and searches that were sent while a folder was indexed, which makes indexing itself slower. It needs two free cores.',
  async measure({ product, isQuick }) {
    const rounds = isQuick ? 1 : ROUNDS;
    const folder = product.newFolder();
    const bytes = copyCorpus(CORPUS_BYTES, folder);
    const small = product.newFolder();
    const smallBytes = writeSmallFiles(small);
    const runs: Run[] = [];
    const busy: Run[] = [];
    const smallRuns: Run[] = [];
    for (let round = 0; round < rounds; round += 1) {
      runs.push(await indexOnce(product, folder, bytes, false));
      busy.push(await indexOnce(product, folder, bytes, true));
      smallRuns.push(await indexOnce(product, small, smallBytes, false));
    }
    const answers = busy.flatMap(({ answersMs }) => answersMs);
    const figure = (name: string, unit: Figure['unit'], value: number, must?: number): Figure =>
      must === undefined ? { name, unit, value } : { name, unit, value, must };
    return [
      figure('10 MB, median', 'MB/s', median(runs.map(speed))),
      figure('10 MB, best', 'MB/s', Math.max(...runs.map(speed))),
      // A must is a largest value: 12 MB/s is 833 ms for 10 MB.
      figure('10 MB, median time', 'ms', median(runs.map(({ ms }) => (ms * CORPUS_BYTES) / bytes)), 833),
      figure('1,000 small files, median', 'ms', median(smallRuns.map(({ ms }) => ms)), 2_000),
      figure('memory growth at the peak', 'MB', median(runs.map(({ peakGrowthMb }) => peakGrowthMb)), 60),
      figure('memory growth after a rest', 'MB', median(runs.map(({ restGrowthMb }) => restGrowthMb))),
      figure('data directory by text', 'ratio', median(runs.map(({ storedShare }) => storedShare)), 2),
      figure('other answers meanwhile, p50', 'ms', quantile(answers, 0.5)),
      figure('other answers meanwhile, p99', 'ms', quantile(answers, 0.99), 50),
      figure('other answers meanwhile, slowest', 'ms', Math.max(...answers)),
    ];
  },
};
