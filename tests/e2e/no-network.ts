import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPeer } from './harness/mcp-peer.ts';
import type { Report } from './harness/report.ts';
import { runProcess } from './harness/run-process.ts';
import { makeSandbox, type Sandbox, sandboxEnv } from './harness/sandbox.ts';
import type { Product } from './harness/scenario.ts';
import type { RequirementId } from './requirements.ts';

const SCENARIO = 'no-network';
const PROVEN = ['network.server', 'network.hooks', 'network.cli'] as const satisfies readonly RequirementId[];

/** Calls that reach for an internet address; UNIX sockets and bare `socket()` calls are not among them. */
const INTERNET_CALL = /^.*\b(connect|sendto|sendmsg|sendmmsg)\(.*AF_INET6?.*$/gm;
const STRACE = ['-f', '-qq', '-e', 'trace=connect,sendto,sendmsg,sendmmsg'];

const HOOK_INPUT = { session_id: 'no-network', transcript_path: '/nowhere.jsonl' };
const STATUS_INPUT = {
  ...HOOK_INPUT,
  model: { id: 'claude-opus-5-5', display_name: 'Opus' },
  context_window: { context_window_size: 200_000, used_percentage: 42, total_input_tokens: 84_000 },
};

/** A result that is long enough to be stored and made short. */
const LONG = Array.from({ length: 2_000 }, (_, i) => `line ${i} of a long result`).join('\n');
/** Agents, their events, and what these have beside what all have. */
const HOOKS: readonly (readonly [string, string, Readonly<Record<string, unknown>>])[] = [
  ...['SessionStart', 'PreToolUse', 'PostToolUse', 'PreCompact', 'SessionEnd'].map(
    (event) => ['claude-code', event, {}] as const,
  ),
  ['gemini-cli', 'SessionStart', {}],
  ['gemini-cli', 'AfterTool', { tool_name: 'run_shell_command', tool_response: { llmContent: LONG } }],
  ['gemini-cli', 'PreCompress', { trigger: 'manual' }],
  ['cursor', 'preToolUse', { tool_name: 'Shell', tool_input: { command: 'curl https://example.com/' } }],
  ['cursor', 'postToolUse', { tool_name: 'MCP:x', tool_output: JSON.stringify({ content: LONG }) }],
  ['kiro2', 'userPromptSubmit', { prompt: 'go on' }],
];
const CLI_COMMANDS = [['stats', '--json'], ['stats'], ['--help'], ['demo']];

/** What one process tried, and what made the trial worthless. */
interface Trace {
  readonly calls: readonly string[];
  readonly problems: readonly string[];
}

/** Runs each bundle under strace and looks for any attempt to reach an internet address: there must be none. */
export async function proveNoNetwork(product: Product, report: Report): Promise<void> {
  const sandbox = makeSandbox();
  try {
    const probe = await traced(sandbox, [
      '-e',
      "require('node:net').connect(9, '127.0.0.1').on('error', () => {})",
    ]);
    if (probe.calls.length !== 1) {
      for (const id of PROVEN)
        report.skip('once', id, `strace cannot trace here (${probe.calls.length} of 1 call seen)`);
      return;
    }
    await proveServer(sandbox, product, report);
    await proveProcesses(sandbox, product, report);
  } catch (error) {
    report.fail('once', `${SCENARIO} broke: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    sandbox.dispose();
  }
}

function verdict(report: Report, id: RequirementId, traces: readonly Trace[]): void {
  const seen = traces.flatMap(({ calls, problems }) => [...calls, ...problems]);
  report.check('once', SCENARIO, id, seen.length === 0, seen.join('\n'));
}

const traceFile = (sandbox: Sandbox, name: string): string => join(sandbox.root, `${name}.strace`);

const attempts = (file: string): readonly string[] => readFileSync(file, 'utf8').match(INTERNET_CALL) ?? [];

/** Runs node under strace to its end: the internet calls it made (none when strace is missing), and its exit code. */
async function traced(sandbox: Sandbox, args: readonly string[], input = ''): Promise<Trace> {
  const file = traceFile(sandbox, 'process');
  writeFileSync(file, '');
  const options = { cwd: sandbox.project, env: sandboxEnv(sandbox), input };
  const command = [...STRACE, '-o', file, process.execPath, ...args];
  const { exitCode, stderr } = await runProcess('strace', command, options);
  const problems = exitCode === 0 ? [] : [`${args.join(' ')} ended with ${exitCode}: ${stderr}`];
  return { calls: attempts(file), problems };
}

async function proveServer(sandbox: Sandbox, { checkout }: Product, report: Report): Promise<void> {
  const file = traceFile(sandbox, 'server');
  const args = [...STRACE, '-o', file, process.execPath, join(checkout, 'dist', 'server.mjs')];
  // The proof is about what runs, and nobody is there to be asked.
  const unasked = { permissions: { defaultMode: 'bypassPermissions' } };
  writeFileSync(join(sandbox.config, 'settings.json'), JSON.stringify(unasked));
  writeFileSync(join(sandbox.project, 'notes.md'), '# Notes\n\nAnchors hold best in clay.\n');
  const peer = await startPeer('strace', args, { cwd: sandbox.project, env: sandboxEnv(sandbox) });
  await peer.request('tools/list');
  const answers = [
    await peer.call('ctx_execute', { language: 'shell', code: 'seq 1 20000' }),
    await peer.call('ctx_execute', { language: 'javascript', code: 'console.log(6 * 7)' }),
    await peer.call('ctx_index', { path: 'notes.md' }),
    await peer.call('ctx_search', { queries: ['anchors clay'] }),
    await peer.call('ctx_read', { id: '#1', lines: '1-5' }),
    await peer.call('ctx_stats', {}),
    await peer.call('hook_event', { event: 'PostToolUse', ...HOOK_INPUT, tool_name: 'Bash' }),
  ];
  await peer.end();
  const problems = answers.filter(({ isError }) => isError).map(({ text }) => `a call failed: ${text}`);
  verdict(report, 'network.server', [{ calls: attempts(file), problems }]);
}

/** Hooks, status line and CLI are short processes: each runs to its end. */
async function proveProcesses(sandbox: Sandbox, { checkout }: Product, report: Report): Promise<void> {
  const bundle = (name: string): string => join(checkout, 'dist', name);
  const hooks: Trace[] = [];
  for (const [agent, event, fields] of HOOKS) {
    const input = {
      ...HOOK_INPUT,
      hook_event_name: event,
      cwd: sandbox.project,
      source: 'startup',
      ...fields,
    };
    hooks.push(await traced(sandbox, [bundle('hook.cjs'), agent, event], JSON.stringify(input)));
  }
  verdict(report, 'network.hooks', hooks);
  const others = [await traced(sandbox, [bundle('statusline.cjs')], JSON.stringify(STATUS_INPUT))];
  for (const command of CLI_COMMANDS) others.push(await traced(sandbox, [bundle('cli.mjs'), ...command]));
  verdict(report, 'network.cli', others);
}
