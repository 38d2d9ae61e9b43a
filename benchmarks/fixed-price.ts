/**
 * What does the plugin cost in every request? Runs one simple two-turn session in each pinned client, with and without
 * the plugin, and counts the o200k tokens that it adds to each request, by part.
 * `tsx benchmarks/fixed-price.ts [--json]`; exit code 1 when the limit is passed or nothing could be measured.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type Client, isInstalled, pinnedClients } from '../tests/e2e/harness/clients.ts';
import { startGitServer } from '../tests/e2e/harness/git-server.ts';
import { installMissing } from '../tests/e2e/harness/install.ts';
import { conversationText, type MessagesBody } from '../tests/e2e/harness/messages.ts';
import { installPlugin } from '../tests/e2e/harness/plugin-manager.ts';
import { TOOL_PREFIX } from '../tests/e2e/harness/product.ts';
import { runSession } from '../tests/e2e/harness/run-session.ts';
import { makeSandbox } from '../tests/e2e/harness/sandbox.ts';
import { makeSnapshot } from '../tests/e2e/harness/snapshot.ts';

/** Everything we add to a request of 2.1.332, in o200k tokens (issue: first of nine). */
const LIMIT_TOKENS = 220;
const LIMITED_VERSION = '2.1.332';
const PROMPTS = ['Say hello.', 'And goodbye.'];

/** Lines of a request that only the plugin arm holds, by what they are; the first pattern that fits counts. */
const PARTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['tool names', new RegExp(`^${TOOL_PREFIX}`)],
  ['hook context', /hook additional context:/],
  ['skills list', /^- plimsoll:/],
  ['instructions', /MCP Server Instructions|MCP servers have provided|^## plugin:plimsoll/],
];

interface Price {
  readonly client: string;
  /** Number of the request in the session, from 1. */
  readonly request: number;
  readonly bareTokens: number;
  readonly addedTokens: number;
  readonly parts: Readonly<Record<string, number>>;
}

/** The text of a request, and its tool declarations, without what differs from run to run. */
interface Comparable {
  readonly text: string;
  readonly tools: readonly string[];
}

async function runArm(client: Client, marketplace: string | undefined): Promise<readonly Comparable[]> {
  const sandbox = makeSandbox();
  try {
    if (marketplace !== undefined) await installPlugin(client, sandbox, marketplace);
    const { main, stderr } = await runSession({ client, sandbox, prompts: PROMPTS });
    if (main.length !== PROMPTS.length) throw new Error(`${main.length} requests instead of 2: ${stderr}`);
    return main.map(({ body }) => comparable(body, sandbox.root));
  } finally {
    sandbox.dispose();
  }
}

function comparable(body: MessagesBody, root: string): Comparable {
  const text = conversationText(body)
    .replaceAll(root, '<root>')
    .replaceAll(root.replaceAll(/[^A-Za-z0-9]/g, '-'), '<root>')
    .replace(/^x-anthropic-billing-header:.*$/m, '');
  return { text, tools: (body.tools ?? []).map((tool) => JSON.stringify(tool)) };
}

const tokensOf = ({ text, tools }: Comparable): number => countTokens(text) + countTokens(tools.join('\n'));

/** Lines of `text` that `bare` does not hold, each as often as it is extra. */
function extraLines(text: string, bare: string): readonly string[] {
  const known = new Map<string, number>();
  for (const line of bare.split('\n')) known.set(line, (known.get(line) ?? 0) + 1);
  return text.split('\n').filter((line) => {
    const left = known.get(line) ?? 0;
    known.set(line, left - 1);
    return left <= 0;
  });
}

function partsOf(plugin: Comparable, bare: Comparable): Record<string, number> {
  const declared = plugin.tools.filter((tool) => tool.includes(`"${TOOL_PREFIX}`));
  const parts: Record<string, number> = { 'tool schemas': countTokens(declared.join('\n')) };
  for (const line of extraLines(plugin.text, bare.text)) {
    const [name] = PARTS.find(([, pattern]) => pattern.test(line)) ?? ['other'];
    parts[name] = (parts[name] ?? 0) + countTokens(`${line}\n`);
  }
  return parts;
}

/** Measures the installed clients, oldest first; empty when none is installed. */
async function measureFixedPrice(): Promise<readonly Price[]> {
  installMissing();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-price-')));
  makeSnapshot(folder);
  const server = await startGitServer(folder);
  const prices: Price[] = [];
  try {
    for (const client of pinnedClients().filter(isInstalled)) {
      const bare = await runArm(client, undefined);
      const plugin = await runArm(client, `${server.url}/plimsoll.git`);
      for (const [index, seen] of plugin.entries()) {
        const without = bare[index] ?? seen;
        const bareTokens = tokensOf(without);
        const addedTokens = tokensOf(seen) - bareTokens;
        const parts = partsOf(seen, without);
        prices.push({ client: client.version, request: index + 1, bareTokens, addedTokens, parts });
      }
    }
    return prices;
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(prices: readonly Price[]): void {
  for (const { client, request, bareTokens, addedTokens, parts } of prices) {
    const split = Object.entries(parts).map(([name, tokens]) => `${name} ${tokens}`);
    console.log(
      `${client} request ${request}: +${addedTokens} tokens over ${bareTokens} (${split.join(', ')})`,
    );
  }
}

const prices = await measureFixedPrice();
const isJson = process.argv.includes('--json');
if (isJson) console.log(JSON.stringify(prices, null, 1));
else print(prices);
const limited = prices.filter(({ client }) => client === LIMITED_VERSION);
const worst = Math.max(...limited.map(({ addedTokens }) => addedTokens));
const isGood = limited.length > 0 && worst <= LIMIT_TOKENS;
const verdict = isGood ? 'ok' : 'FAIL';
const line = `${verdict}: ${worst} of at most ${LIMIT_TOKENS} tokens per request on ${LIMITED_VERSION}`;
if (isJson) console.error(line);
else console.log(line);
process.exitCode = isGood ? 0 : 1;
