import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Client } from './clients.ts';
import { type ProcessResult, runProcess } from './run-process.ts';
import { type Sandbox, sandboxEnv } from './sandbox.ts';
import { type ModelRequest, type ScriptedLoad, type Step, startScriptedModel } from './scripted-model.ts';

/** A line of the client's stream-json output; the fields depend on `type` and `subtype`. */
interface StreamEvent {
  readonly type: string;
  readonly subtype?: string;
  readonly session_id?: string;
  readonly [field: string]: unknown;
}

/** What the client reports after one hook ran. */
export interface HookResponse {
  readonly event: string;
  /** Event and matcher value, for example `PostToolUse:Bash`. */
  readonly name: string;
  readonly outcome: string;
  readonly output: string;
  readonly stderr: string;
}

/** A prompt, or something to do between two turns that returns the next prompt. */
type Prompt = string | (() => Promise<string>);

export interface SessionOptions {
  readonly client: Client;
  readonly sandbox: Sandbox;
  readonly prompts: readonly Prompt[];
  readonly steps?: readonly Step[];
  readonly permissionMode?: 'bypassPermissions' | 'default';
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly load?: ScriptedLoad;
  /** After so long the client is killed. */
  readonly timeoutMs?: number;
}

export interface Session extends ProcessResult {
  readonly events: readonly StreamEvent[];
  /** Everything that was sent to the model, in order. */
  readonly requests: readonly ModelRequest[];
  /** Requests of the conversation itself. */
  readonly main: readonly ModelRequest[];
  readonly hooks: readonly HookResponse[];
  readonly sessionId: string;
  /** Steps of the script that no request used. */
  readonly unusedSteps: number;
}

/** Runs one headless session; each prompt is sent when the turn before it has ended. */
export async function runSession(options: SessionOptions): Promise<Session> {
  const { client, sandbox, prompts, steps = [], permissionMode = 'bypassPermissions' } = options;
  const model = await startScriptedModel(steps, options.load);
  const format = ['--output-format', 'stream-json', '--input-format', 'stream-json'];
  const args = ['-p', ...format, '--verbose', '--include-hook-events', '--permission-mode', permissionMode];
  try {
    const result = await runProcess(client.executable, [...args, ...(options.args ?? [])], {
      cwd: sandbox.project,
      env: sandboxEnv(sandbox, { ANTHROPIC_BASE_URL: model.url, ...options.env }),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      input: (child) => sendPrompts(child, prompts),
    });
    const events = result.stdout.split('\n').flatMap(parseLine);
    return {
      ...result,
      events,
      requests: model.requests,
      main: model.requests.filter(({ kind }) => kind === 'main'),
      hooks: events.filter(({ subtype }) => subtype === 'hook_response').map(toHookResponse),
      sessionId: events.find(({ subtype }) => subtype === 'init')?.session_id ?? '',
      unusedSteps: model.unusedSteps(),
    };
  } finally {
    await model.close();
  }
}

function parseLine(line: string): StreamEvent[] {
  if (!line.startsWith('{')) return [];
  return [JSON.parse(line) as StreamEvent];
}

function toHookResponse(event: StreamEvent): HookResponse {
  const field = (name: string): string => String(event[name] ?? '');
  return {
    event: field('hook_event'),
    name: field('hook_name'),
    outcome: field('outcome'),
    output: field('output'),
    stderr: field('stderr'),
  };
}

/** Feeds the prompts one turn at a time; ends stdin after the last turn. */
function sendPrompts(child: ChildProcessWithoutNullStreams, prompts: readonly Prompt[]): void {
  const queue = [...prompts];
  const send = async (): Promise<void> => {
    const next = queue.shift();
    if (next === undefined) {
      child.stdin.end();
      return;
    }
    const text = typeof next === 'string' ? next : await next();
    const message = { role: 'user', content: [{ type: 'text', text }] };
    child.stdin.write(`${JSON.stringify({ type: 'user', message })}\n`);
  };
  // What is done between two turns may fail: the session then ends, and its checks tell.
  const sendNext = (): void => {
    send().catch((error: unknown) => {
      console.error('between two turns:', error);
      child.stdin.end();
    });
  };
  let pending = '';
  child.stdout.on('data', (text: string) => {
    pending += text;
    const lines = pending.split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) if (parseLine(line).some(({ type }) => type === 'result')) sendNext();
  });
  sendNext();
}
