import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toolArguments } from '../hook-fixtures.ts';
import { shipped } from './bundles.ts';
import { runHook } from './hook-runner.ts';
import type { LineClient } from './line-client.ts';
import type { Place } from './places.ts';

type Fields = Readonly<Record<string, unknown>>;

interface HooksFile {
  readonly hooks: Readonly<
    Record<
      string,
      readonly {
        readonly hooks: readonly { readonly type: string; readonly input?: Record<string, string> }[];
      }[]
    >
  >;
}

const { hooks } = JSON.parse(readFileSync(shipped('hooks/hooks.json'), 'utf8')) as HooksFile;

/** What the model reads of a hook's answer: the added context, or the text as it is. */
function contextOf(stdout: string): string {
  if (!stdout.startsWith('{')) return stdout;
  const { hookSpecificOutput: said } = JSON.parse(stdout) as {
    readonly hookSpecificOutput?: { readonly additionalContext?: string };
  };
  return said?.additionalContext ?? '';
}

/** One session of an agent, which tells of its events in one of two ways. */
export interface AgentSession {
  readonly id: string;
  readonly transcript: string;
  /** Tells of an event; returns what the model is told. */
  tell(event: string, fields?: Fields): Promise<string>;
}

export interface SessionOptions {
  readonly id?: string;
  readonly cwd?: string;
  /** Undefined: every event starts a process. */
  readonly server?: () => LineClient;
  readonly env?: Readonly<Record<string, string>>;
}

/** Events of a session as Claude Code sends them: to the server where the hooks file says so, else to a process. */
export function agentSession(place: Place, options: SessionOptions = {}): AgentSession {
  const { id = 's-1', cwd = place.project, server, env } = options;
  const transcript = join(place.root, 'transcripts', `${id}.jsonl`);
  const input = (event: string, fields: Fields): Fields => ({
    session_id: id,
    transcript_path: transcript,
    cwd,
    hook_event_name: event,
    ...fields,
  });

  async function tell(event: string, fields: Fields = {}): Promise<string> {
    const isStart = event === 'SessionStart' && fields.source !== 'compact';
    const template = hooks[event]
      ?.flatMap((group) => group.hooks)
      .find(({ type }) => type === 'mcp_tool')?.input;
    if (server === undefined || template === undefined || isStart) {
      const end = await runHook(place, {
        args: ['claude-code', event],
        input: JSON.stringify(input(event, fields)),
        env: { CLAUDE_PROJECT_DIR: place.project, ...env },
      });
      if (end.exitCode !== 0 || end.stderr !== '') throw new Error(`${event}: ${end.exitCode} ${end.stderr}`);
      return contextOf(end.stdout);
    }
    const args = toolArguments(template, input(event, fields), 'empty');
    return contextOf((await server().call('hook_event', args)).text);
  }
  return { id, transcript, tell };
}

/** Lines of a transcript as both pinned clients write them. */
export function writeTranscript({ transcript, id }: AgentSession, lines: readonly Fields[]): void {
  mkdirSync(dirname(transcript), { recursive: true });
  const timestamp = new Date().toISOString();
  for (const line of lines)
    appendFileSync(
      transcript,
      `${JSON.stringify({ isSidechain: false, sessionId: id, timestamp, ...line })}\n`,
    );
}

export const promptLine = (text: string): Fields => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'text', text }] },
});
export const saidLine = (text: string): Fields => ({
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'text', text }] },
});
export const callLine = (id: string, name: string, input: Fields): Fields => ({
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
});
export const resultLine = (id: string, content: string, toolUseResult: unknown): Fields => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: false }] },
  toolUseResult,
});
export const boundaryLine = (): Fields => ({
  type: 'system',
  subtype: 'compact_boundary',
  content: 'Conversation compacted',
});

/** Makes a process take this moment for the present. */
export function stoppedClock(place: Place, atMs: number): Readonly<Record<string, string>> {
  const file = join(place.root, 'clock.cjs');
  writeFileSync(file, `Date.now = () => ${atMs};`);
  return { NODE_OPTIONS: `--require=${file}` };
}

/** Files below a folder that hold a text. */
export function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile() && readFileSync(file).includes(text));
}
