/**
 * `tsx benchmarks/index-side-by-side.ts --other <server.mjs> [--rounds 5]`: the same 10 MB of Markdown and code, indexed by
 * our built server and by another MCP server that has a `ctx_index {path, maxFiles}`, in turn, each time in new folders.
 * Prints the medians and their ratio. Nothing of the other server is looked at but its answers.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startPeer } from '../tests/e2e/harness/mcp-peer.ts';
import { copyCorpus } from './measure/corpus.ts';
import { median } from './measure/statistics.ts';

const CORPUS_BYTES = 10_000_000;
const OURS = join(import.meta.dirname, '../dist/server.mjs');
/** The other server's own cap is lower; it shall index everything, too. */
const MAX_FILES = 100_000;

const { values } = parseArgs({
  options: { other: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
if (values.other === undefined) throw new Error('--other: the file of the other server is missing.');

async function indexMs(server: string, corpus: string): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'plimsoll-side-'));
  const env = { PATH: process.env.PATH ?? '', HOME: home, CLAUDE_PROJECT_DIR: corpus, TMPDIR: tmpdir() };
  const peer = await startPeer(process.execPath, [server], { cwd: corpus, env });
  try {
    await peer.request('tools/list');
    const startMs = performance.now();
    const args = { path: corpus, ...(server === OURS ? {} : { maxFiles: MAX_FILES }) };
    const answer = (await peer.request('tools/call', { name: 'ctx_index', arguments: args })) as {
      readonly content: readonly { readonly text: string }[];
      readonly isError?: boolean;
    };
    const ms = performance.now() - startMs;
    const text = answer.content.map((part) => part.text).join(' ');
    if (answer.isError === true) throw new Error(text);
    console.log(`${server === OURS ? 'ours ' : 'other'} ${Math.round(ms)} ms: ${text.slice(0, 90)}`);
    return ms;
  } finally {
    await peer.end();
    rmSync(home, { recursive: true, force: true });
  }
}

const corpus = mkdtempSync(join(tmpdir(), 'plimsoll-side-corpus-'));
try {
  mkdirSync(corpus, { recursive: true });
  const bytes = copyCorpus(CORPUS_BYTES, corpus);
  const ours: number[] = [];
  const other: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    ours.push(await indexMs(OURS, corpus));
    other.push(await indexMs(resolve(values.other), corpus));
  }
  const [a, b] = [median(ours), median(other)];
  const rate = (ms: number): string => `${(bytes / 1_000 / ms).toFixed(2)} MB/s`;
  console.log(
    `${(bytes / 1e6).toFixed(1)} MB; ours ${Math.round(a)} ms (${rate(a)}), other ${Math.round(b)} ms (${rate(b)}); ratio ${(b / a).toFixed(2)}`,
  );
} finally {
  rmSync(corpus, { recursive: true, force: true });
}
