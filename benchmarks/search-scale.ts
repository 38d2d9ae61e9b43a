import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { McpPeer } from '../tests/e2e/harness/mcp-peer.ts';
import { callTool, startServer } from './measure/start-server.ts';
import { quantile } from './measure/statistics.ts';
import { createSyntheticText, type SyntheticText } from './measure/synthetic-text.ts';
import type { Figure, Question } from './question.ts';

interface Scale {
  readonly name: string;
  readonly passages: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const SCALES: readonly Scale[] = [
  { name: '20k', passages: 20_000, p50Ms: 5, p99Ms: 25 },
  { name: '100k', passages: 100_000, p50Ms: 15, p99Ms: 60 },
];
const QUICK_SCALES: readonly Scale[] = [{ name: '2k', passages: 2_000, p50Ms: 5, p99Ms: 25 }];
const SECTIONS_PER_FILE = 200;
const QUESTIONS = 500;
const WARM_UP = 20;
const SEED = 4_711;

/** What `ctx_index` says of a file. */
interface Indexed {
  readonly structuredContent?: { readonly passages?: number; readonly reason?: string };
}

/** Writes a file and has it indexed. Returns its passages. @throws Error when it was not indexed */
async function indexFile(
  peer: McpPeer,
  folder: string,
  name: string,
  source: SyntheticText,
): Promise<number> {
  const sections = Array.from({ length: SECTIONS_PER_FILE }, () => source.section());
  writeFileSync(join(folder, name), sections.join('\n'));
  const { structuredContent } = (await peer.request('tools/call', {
    name: 'ctx_index',
    arguments: { path: name },
  })) as Indexed;
  const passages = structuredContent?.passages;
  if (passages === undefined)
    throw new Error(`ctx_index ${name}: ${structuredContent?.reason ?? 'no count'}`);
  return passages;
}

/** Round trips in milliseconds, measured at the client. */
async function ask(peer: McpPeer, source: SyntheticText): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let asked = 0; asked < WARM_UP + QUESTIONS; asked += 1) {
    const queries = [source.question()];
    const startMs = performance.now();
    await callTool(peer, 'ctx_search', { queries });
    if (asked >= WARM_UP) taken.push(performance.now() - startMs);
  }
  return taken;
}

const figuresOf = ({ name, p50Ms, p99Ms }: Scale, passages: number, taken: readonly number[]): Figure[] => [
  { name: `${name}: passages`, value: passages, unit: 'count' },
  { name: `${name}: p50`, value: quantile(taken, 0.5), unit: 'ms', must: p50Ms },
  { name: `${name}: p99`, value: quantile(taken, 0.99), unit: 'ms', must: p99Ms },
  { name: `${name}: slowest`, value: Math.max(...taken), unit: 'ms' },
];

export const searchScale: Question = {
  name: 'search-scale',
  text: 'How long does `ctx_search` take when much is indexed?',
  floor: 'none: absolute, round trips over a warm MCP connection',
  meaning: `Round trip of ${QUESTIONS} seeded questions (words, names, parts of names, typos, phrases), one in each call, over Markdown sections of about 1,000 bytes whose words fall in frequency as in real text. Indexing is not in it.`,
  isOptional: true,
  async measure({ product, isQuick }) {
    const folder = product.newFolder();
    const peer = await startServer(product, folder);
    const source = createSyntheticText(SEED);
    const figures: Figure[] = [];
    let passages = 0;
    let files = 0;
    for (const scale of isQuick ? QUICK_SCALES : SCALES) {
      while (passages < scale.passages) {
        passages += await indexFile(peer, folder, `part-${files}.md`, source);
        files += 1;
      }
      figures.push(...figuresOf(scale, passages, await ask(peer, source)));
    }
    await peer.end();
    return figures;
  },
};
