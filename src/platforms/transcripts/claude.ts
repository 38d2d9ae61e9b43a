import type { HookEvent } from '#core/hook-event.ts';
import { isRecord, type JsonRecord, parseJson, stringField } from '#core/json.ts';
import type {
  Arrival,
  TranscriptCodec,
  TranscriptEntry,
  TranscriptOwner,
  TranscriptReader,
} from './transcript.ts';

/** Most lines of a transcript are neither; looking for these words is cheaper than parsing. */
const TELLING = /"type":"(?:assistant|user)"/;
const BOUNDARY = '"subtype":"compact_boundary"';
/** Prompts that are none: commands of the host, their output, and its own notes. */
const HOST_PROMPT = /^\s*(?:<(?:command-|local-command-|bash-)|\[Request interrupted)/;

interface Call {
  readonly name: string;
  readonly input: unknown;
}

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((block: unknown) => (isRecord(block) ? (stringField(block, 'text') ?? []) : []))
    .join('\n');
};

const blocksOf = (content: unknown): readonly JsonRecord[] =>
  Array.isArray(content) ? content.filter(isRecord) : [];

const timeOf = (line: JsonRecord): number => {
  const atMs = Date.parse(stringField(line, 'timestamp') ?? '');
  return Number.isNaN(atMs) ? 0 : atMs;
};

class ClaudeReader implements TranscriptReader {
  hasBoundary = false;
  origin: string | undefined;
  private readonly owner: TranscriptOwner;
  private readonly calls = new Map<string, Call>();

  /** @param owner may be a whole event, of which nothing else must get into those that are read */
  constructor({ platform, sessionId, cwd }: TranscriptOwner) {
    this.owner = { platform, sessionId, cwd };
  }

  get isWaiting(): boolean {
    return this.calls.size > 0;
  }

  take(line: string): readonly TranscriptEntry[] {
    if (line.includes(BOUNDARY)) this.hasBoundary = true;
    if (!TELLING.test(line)) return [];
    const record = parseJson(line);
    if (!isRecord(record) || record.isSidechain === true || !isRecord(record.message)) return [];
    const from = isRecord(record.forkedFrom) ? stringField(record.forkedFrom, 'sessionId') : undefined;
    const session = from ?? stringField(record, 'sessionId');
    const origin = session === this.owner.sessionId ? undefined : session;
    this.origin ??= origin;
    const atMs = timeOf(record);
    const cwd = stringField(record, 'cwd') ?? this.owner.cwd;
    const events =
      record.type === 'assistant' ? this.said(record.message) : this.heard(record, record.message);
    return events.map((event) => ({ event: { ...this.owner, cwd, ...event }, atMs, origin }));
  }

  private said({ content }: JsonRecord): readonly Pick<HookEvent, 'name' | 'message'>[] {
    for (const block of blocksOf(content)) {
      const id = stringField(block, 'id');
      if (block.type === 'tool_use' && id !== undefined)
        this.calls.set(id, { name: stringField(block, 'name') ?? '', input: block.input });
    }
    const message = textOf(content);
    return message.trim() === '' ? [] : [{ name: 'stop', message }];
  }

  private heard(record: JsonRecord, { content }: JsonRecord) {
    const results = blocksOf(content).filter(({ type }) => type === 'tool_result');
    if (results.length > 0) return results.flatMap((result) => this.resultOf(record, result));
    const isHosts =
      record.isMeta === true || record.isCompactSummary === true || record.isVisibleInTranscriptOnly === true;
    const prompt = textOf(content);
    if (isHosts || prompt.trim() === '' || HOST_PROMPT.test(prompt)) return [];
    return [{ name: 'user_prompt', prompt } as const];
  }

  private resultOf(record: JsonRecord, result: JsonRecord) {
    const toolUseId = stringField(result, 'tool_use_id') ?? '';
    const call = this.calls.get(toolUseId);
    this.calls.delete(toolUseId);
    // The call stands in a part that was read before: its hook told of it, or nobody knows what it was.
    if (call === undefined) return [];
    const { name: toolName, input: toolInput } = call;
    const isFailed = result.is_error === true;
    const toolResponse = isFailed ? textOf(result.content) : (record.toolUseResult ?? result.content);
    const name = isFailed ? 'post_tool_failure' : 'post_tool';
    return [{ name, toolName, toolUseId, toolInput, toolResponse } as const];
  }
}

const HOOK_RECORD = '"type":"hook_';
const START_RECORD = /"hookEvent":"SessionStart"/;

/** Both versions write down what hooks said; where nothing of a later hook stands there, nobody knows. */
function arrival(lines: string, mark: string): Arrival {
  let isKept = false;
  for (const line of lines.split('\n')) {
    if (!line.includes(HOOK_RECORD)) continue;
    if (line.includes(mark)) return 'arrived';
    isKept ||= !START_RECORD.test(line);
  }
  return isKept ? 'lost' : 'unknown';
}

/** Transcripts of Claude Code 2.1.197 and 2.1.332; sources in docs/platforms.md. */
export const claudeTranscript: TranscriptCodec = {
  reader: (owner) => new ClaudeReader(owner),
  arrival,
};
