import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#core/errors.ts';
import { formatBytes } from '#core/units.ts';
import { shownByHost } from '#features/insights/shown-by-host.ts';
import { McpClient, type ToolAnswer } from '#infra/mcp-client.ts';
import { claudeCode } from '#platforms/claude-code.ts';
import type { Command } from '../command.ts';
import { parseOptions } from '../options.ts';

/** Prints a build log of 200 KB and more: input where this folder has no history to show. */
const BUILD_LOG = `
for (let i = 1; i <= 4000; i += 1) console.log('[' + new Date(1.7e12 + i * 1000).toISOString() + '] compile src/module-' + i + '.ts ok');`;

/** A test run that the agent alone shows whole, with one failure in the middle. */
const TEST_RUN = `
for (let i = 1; i <= 400; i += 1) {
  console.log(' ok tests/module-' + i + '.test.ts > keeps its promise number ' + i + ' (' + (i % 7) + ' ms)');
  if (i === 218) console.log('FAIL tests/cart.test.ts > adds tax: expected 119, received 100');
}`;
const FAILURE = 'FAIL tests/cart.test.ts > adds tax: expected 119, received 100';

interface Row {
  readonly what: string;
  readonly came: number;
  readonly host: number;
  readonly entered: number;
}

const bytesOf = (answer: ToolAnswer): number => Buffer.byteLength(answer.text);
const produced = (answer: ToolAnswer): number => Number(answer.structured.bytes_out ?? 0);

function need(answer: ToolAnswer, what: string): ToolAnswer {
  if (answer.isError) throw new AppError('INTERNAL', `demo: ${what} failed: ${answer.text}`);
  return answer;
}

function table(rows: readonly Row[]): string {
  const head = ['what', 'came out', 'the agent alone shows', 'enters the context'];
  const cells = rows.map((row) => [
    row.what,
    formatBytes(row.came),
    formatBytes(row.host),
    formatBytes(row.entered),
  ]);
  const widths = head.map((title, i) => Math.max(title.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('   ');
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
}

const lastLine = (answer: ToolAnswer): string => answer.text.split('\n').at(-1) ?? '';

/** Runs the history of the folder, or a build log where there is none or little, through the execution tool. */
async function runLarge(
  client: McpClient,
  folder: string,
): Promise<{ readonly answer: ToolAnswer; readonly what: string }> {
  if (existsSync(join(folder, '.git'))) {
    const code = 'git log -p -n 200 --no-color | head -c 2000000';
    const answer = await client.call('ctx_execute', { language: 'shell', code });
    if (!answer.isError && produced(answer) > 200_000) return { answer, what: 'git log -p of this folder' };
  }
  const answer = await client.call('ctx_execute', { language: 'javascript', code: BUILD_LOG });
  return { answer: need(answer, 'ctx_execute'), what: 'a long build log' };
}

const ranRow = (what: string, answer: ToolAnswer): Row => {
  const came = produced(answer);
  return {
    what,
    came,
    host: shownByHost({ bytes: came, chars: came }, claudeCode.shellCap, 0),
    entered: bytesOf(answer),
  };
};

async function show(
  client: McpClient,
  folder: string,
  readme: string,
  out: (text: string) => void,
): Promise<readonly Row[]> {
  const tests = need(
    await client.call('ctx_execute', { language: 'javascript', code: TEST_RUN }),
    'ctx_execute',
  );
  const isShown = tests.text.includes(FAILURE);
  out(
    `1. ctx_execute ran tests, of which one fails in the middle. The answer ${isShown ? 'holds' : 'LACKS'} the failure:\n   ${FAILURE}`,
  );
  const { answer: large, what } = await runLarge(client, folder);
  const handle = String(large.structured.stored);
  out(
    `2. ctx_execute ran ${what}. Its last line says what is missing and how to get it:\n   ${lastLine(large)}`,
  );
  const indexed = need(await client.call('ctx_index', { path: readme, source: 'README.md' }), 'ctx_index');
  out(`3. ctx_index took in a document without reading it into the context:\n   ${indexed.text}`);
  const question = 'how to uninstall';
  const found = need(
    await client.call('ctx_search', { queries: [question], source: 'README.md', limit: 1 }),
    'ctx_search',
  );
  out(`4. ctx_search "${question}" found:\n   ${found.text.split('\n')[0]}`);
  const page = need(await client.call('ctx_read', { id: handle, lines: '1000-1005' }), 'ctx_read');
  out(`5. ctx_read gave a part of ${handle} back:\n   ${lastLine(page)}`);
  const documentBytes = Number(indexed.structured.bytes ?? 0);
  const readBytes = bytesOf(page);
  return [
    ranRow('a test run with one failure', tests),
    ranRow(what, large),
    {
      what: 'README.md, to answer one question',
      came: documentBytes,
      host: documentBytes,
      entered: bytesOf(indexed) + bytesOf(found),
    },
    { what: `a few lines of ${handle}`, came: readBytes, host: readBytes, entered: readBytes },
  ];
}

export const demo: Command = {
  name: 'demo',
  summary: 'show what it does, on real input, in a few seconds; leaves nothing behind',
  usage: `plimsoll demo [--json]
  --json   one JSON object: the rows of the table, in bytes`,
  async run({ args, folder, bundleDir, out }) {
    const isJson = parseOptions(args, { json: { type: 'boolean' } }, 0).flag('json');
    const say = (text: string): void => void (isJson || out(text));
    const home = mkdtempSync(join(tmpdir(), 'plimsoll-demo-'));
    const client = new McpClient({
      command: process.execPath,
      args: [join(bundleDir, 'server.mjs')],
      cwd: folder,
      clientInfo: { name: 'plimsoll-demo', version: '1' },
      saysYes: true,
      // Without the user's own settings: this is the user's own act, not an agent's.
      env: { ...process.env, PLIMSOLL_HOME: home, PLIMSOLL_PROJECT: folder, CLAUDE_CONFIG_DIR: home },
    });
    try {
      await client.start();
      const rows = await show(client, folder, join(bundleDir, '..', 'README.md'), say);
      if (isJson) out(JSON.stringify({ rows }));
      say(`\n${table(rows)}`);
      say(
        '\n"The agent alone shows": Claude Code shows shell output whole up to 30,000 characters, then a 2 KB preview.',
      );
      return 0;
    } finally {
      await client.close();
      rmSync(home, { recursive: true, force: true });
    }
  },
};
