import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isRecord, type JsonRecord } from '../../../src/core/json.ts';
import type { WorldEvent, WorldSession } from '../world.ts';

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const field = (stdin: WorldEvent['stdin'], key: string): string =>
  typeof stdin[key] === 'string' ? stdin[key] : '';

/** What a result says, as the client writes it into a transcript. */
function resultText(response: unknown): string {
  if (typeof response === 'string') return response;
  if (Array.isArray(response))
    return response.map((part) => (isRecord(part) ? String(part.text) : '')).join('\n');
  if (!isRecord(response)) return JSON.stringify(response) ?? '';
  if (typeof response.stdout === 'string') return response.stdout;
  if (isRecord(response.file)) return String(response.file.content ?? '');
  if (Array.isArray(response.content)) return resultText(response.content);
  return typeof response.result === 'string' ? response.result : JSON.stringify(response);
}

/** Writes the transcript of a session step by step, of its subagents too: the lines of the client, fewer kinds of them. */
export class Transcript {
  private readonly parents = new Map<string, string>();
  private count = 0;

  private readonly session: WorldSession;

  constructor(session: WorldSession) {
    this.session = session;
  }

  /** Before the hooks of an event run: what the assistant said and called. */
  before({ t, stdin, say }: WorldEvent): void {
    const name = stdin.hook_event_name;
    const agent = name === 'SubagentStop' || name === 'SubagentStart' ? '' : field(stdin, 'agent_id');
    if (name === 'PreToolUse') {
      const call = {
        type: 'tool_use',
        id: stdin.tool_use_id,
        name: stdin.tool_name,
        input: stdin.tool_input,
      };
      this.assistant(
        t,
        stdin,
        [...(say ? [{ type: 'text', text: say }] : []), call],
        this.fileOf(agent),
        agent !== '',
      );
    }
    const text = { type: 'text', text: field(stdin, 'last_assistant_message') };
    if (name === 'Stop') this.assistant(t, stdin, [text], this.session.transcript, false);
    if (name === 'SubagentStop' && stdin.agent_type)
      this.assistant(t, stdin, [text], field(stdin, 'agent_transcript_path'), true);
  }

  /** After them: prompts, results, the mark of a compaction. */
  after({ t, stdin }: WorldEvent): void {
    const file = this.fileOf(field(stdin, 'agent_id'));
    const isSidechain = field(stdin, 'agent_id') !== '';
    switch (stdin.hook_event_name) {
      case 'UserPromptSubmit':
        this.line(this.session.transcript, t, stdin, {
          type: 'user',
          message: { role: 'user', content: [{ type: 'text', text: stdin.prompt }] },
        });
        break;
      case 'PostToolUse':
      case 'PostToolUseFailure': {
        const isError = stdin.hook_event_name !== 'PostToolUse';
        const result = isError ? stdin.error : resultText(stdin.tool_response);
        const part = {
          tool_use_id: stdin.tool_use_id,
          type: 'tool_result',
          content: result,
          is_error: isError,
        };
        this.line(file, t, stdin, {
          isSidechain,
          type: 'user',
          message: { role: 'user', content: [part] },
          toolUseResult: isError ? `Error: ${String(stdin.error)}` : stdin.tool_response,
        });
        break;
      }
      case 'PostCompact':
        this.parents.delete(this.session.transcript);
        this.line(this.session.transcript, t, stdin, {
          type: 'system',
          subtype: 'compact_boundary',
          content: 'Conversation compacted',
          compactMetadata: { trigger: stdin.trigger, preTokens: 150_000 },
        });
        this.line(this.session.transcript, t, stdin, {
          type: 'user',
          message: {
            role: 'user',
            content: `This session is being continued from a previous conversation that ran out of context.\n\n${field(stdin, 'compact_summary')}`,
          },
          isVisibleInTranscriptOnly: true,
          isCompactSummary: true,
        });
        break;
      default:
    }
  }

  private fileOf(agent: string): string {
    const { transcript } = this.session;
    return agent === '' ? transcript : transcript.replace('.jsonl', `/subagents/agent-${agent}.jsonl`);
  }

  private assistant(
    t: number,
    stdin: WorldEvent['stdin'],
    content: readonly unknown[],
    file: string,
    isSidechain: boolean,
  ): void {
    const message = {
      id: `msg_${this.count}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content,
    };
    this.line(file, t, stdin, { isSidechain, message, type: 'assistant' });
  }

  private line(file: string, t: number, stdin: WorldEvent['stdin'], fields: JsonRecord): void {
    const uuid = uuidOf(`${this.session.id}${this.count}`);
    this.count += 1;
    const line = {
      parentUuid: this.parents.get(file) ?? null,
      isSidechain: false,
      ...fields,
      uuid,
      timestamp: new Date(t).toISOString(),
      userType: 'external',
      cwd: stdin.cwd,
      sessionId: this.session.id,
      version: '2.1.332',
      gitBranch: 'HEAD',
    };
    this.parents.set(file, uuid);
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }
}
