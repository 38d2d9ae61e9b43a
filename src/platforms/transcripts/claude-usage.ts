import { isRecord, type JsonRecord, stringField } from '#core/json.ts';

const count = (value: unknown): number => (typeof value === 'number' && value > 0 ? Math.round(value) : 0);

/** What lines of transcripts of Claude Code (2.1.197, 2.1.332) say about use: of a reply, in tokens, and where the context was compacted. */
export const claudeUsage = {
  marks: ['"usage"', '"compact_boundary"'],
  read(line: JsonRecord) {
    if (line.type === 'system' && line.subtype === 'compact_boundary') return 'compaction' as const;
    const { message } = line;
    if (line.type !== 'assistant' || !isRecord(message) || !isRecord(message.usage)) return undefined;
    const { usage } = message;
    return {
      replyId: stringField(message, 'id') ?? stringField(line, 'uuid') ?? '',
      inputTokens: count(usage.input_tokens),
      cacheReadTokens: count(usage.cache_read_input_tokens),
      cacheWriteTokens: count(usage.cache_creation_input_tokens),
      outputTokens: count(usage.output_tokens),
      isAside: line.isSidechain === true,
    };
  },
};
