import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { type McpPeer, startPeer } from '../../tests/e2e/harness/mcp-peer.ts';
import { writeUnasked } from '../measure/unasked.ts';
import { type Arm, LIMIT, type OpenArm, type Reply, type Result } from './arm.ts';
import { bytesBelow, filesBelow } from './files.ts';

/** The largest answer that the tool gives: the measures look at the first 2 KB and 8 KB of it themselves. */
const MAX_BYTES = 32_768;
/** Variables of this process that a child needs on some system; NODE_EXTRA_CA_CERTS is not among them. */
const KEPT = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'LANG'];

interface Hit {
  readonly source: string;
  /** `12-40`. */
  readonly lines: string;
  readonly text: string;
}

interface ToolResult {
  readonly content?: readonly { readonly text?: string }[];
  readonly structuredContent?: { readonly hits?: readonly Hit[] };
  readonly isError?: boolean;
}

function environment(home: string): Readonly<Record<string, string>> {
  const kept = KEPT.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  writeUnasked(home);
  return { ...Object.fromEntries(kept), HOME: home, PLIMSOLL_HOME: join(home, 'data') };
}

const textOf = ({ content }: ToolResult): string => (content ?? []).map(({ text }) => text ?? '').join('\n');

async function call(peer: McpPeer, name: string, args: object): Promise<ToolResult> {
  return (await peer.request('tools/call', { name, arguments: args })) as ToolResult;
}

/** The folder in one call; where the server takes files only, file by file. */
async function indexFolder(peer: McpPeer, folder: string): Promise<void> {
  const whole = await call(peer, 'ctx_index', { path: folder });
  if (whole.isError !== true) return;
  for (const path of filesBelow(folder)) {
    const one = await call(peer, 'ctx_index', { path });
    if (one.isError === true) process.stderr.write(`not indexed: ${path}: ${textOf(one)}\n`);
  }
}

function resultOf(hit: Hit, folder: string): Result {
  const path = isAbsolute(hit.source) ? relative(folder, hit.source) : hit.source;
  const [first = 0, last = first] = hit.lines.split('-').map(Number);
  return { path: path.replace(/^\.\//, ''), firstLine: first, lastLine: last, text: hit.text };
}

async function open(folder: string, serverFile: string): Promise<OpenArm> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-search-')));
  const peer = await startPeer(process.execPath, [serverFile], { cwd: folder, env: environment(home) });
  await peer.request('tools/list');
  const startMs = performance.now();
  await indexFolder(peer, folder);
  const indexMs = performance.now() - startMs;
  return {
    indexMs,
    async ask(question): Promise<Reply> {
      const askedMs = performance.now();
      const result = await call(peer, 'ctx_search', {
        queries: [question],
        limit: LIMIT,
        max_bytes: MAX_BYTES,
      });
      const ms = performance.now() - askedMs;
      const hits = result.structuredContent?.hits ?? [];
      return { text: textOf(result), results: hits.map((hit) => resultOf(hit, folder)), ms };
    },
    async close() {
      await peer.end();
      const left = bytesBelow(join(home, 'data'));
      rmSync(home, { recursive: true, force: true });
      return left;
    },
  };
}

/** The built product through its MCP tools; a server and a data directory of its own for each folder. */
export const productArm = (serverFile: string): Arm => ({
  name: 'plimsoll',
  open: (folder) => open(realpathSync(folder), serverFile),
});
