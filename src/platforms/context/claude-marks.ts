import type { AddedContext, TranscriptMark } from '#core/context-load.ts';
import { isRecord, type JsonRecord, stringField } from '#core/json.ts';

export const ADDED = 'hook_additional_context';

const count = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

/** Input, cache reads and cache writes of one call; output is part of the next call's input. 0: not known. */
export const usedTokensOf = (usage: JsonRecord): number =>
  count(usage.input_tokens) + count(usage.cache_read_input_tokens) + count(usage.cache_creation_input_tokens);

function timeOf(line: JsonRecord): number | undefined {
  const atMs = Date.parse(stringField(line, 'timestamp') ?? '');
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** It is written as soon as the hook has ended, also when that was killed behind its output (both versions). */
export function addedOf({ attachment, ...line }: JsonRecord): AddedContext | undefined {
  if (!isRecord(attachment) || attachment.type !== ADDED || !Array.isArray(attachment.content))
    return undefined;
  return {
    text: attachment.content.filter((part) => typeof part === 'string').join('\n'),
    atMs: timeOf(line),
  };
}

/**
 * A line of the transcript of Claude Code (2.1.197, 2.1.332). Subagents' lines, failed calls (their usage is zero) and
 * everything that is neither a reply nor the boundary of a compaction say nothing.
 */
export function markOf(line: JsonRecord): TranscriptMark | undefined {
  if (line.isSidechain === true) return undefined;
  const { message } = line;
  if (line.type === 'assistant' && isRecord(message) && isRecord(message.usage)) {
    const usedTokens = usedTokensOf(message.usage);
    if (usedTokens === 0) return undefined;
    return {
      kind: 'usage',
      usedTokens,
      model: stringField(message, 'model') ?? '',
      windowTokens: undefined,
      version: stringField(line, 'version'),
      atMs: timeOf(line),
    };
  }
  if (line.type !== 'system' || line.subtype !== 'compact_boundary') return undefined;
  const metadata = isRecord(line.compactMetadata) ? line.compactMetadata : {};
  return {
    kind: 'compaction',
    isAutomatic: metadata.trigger === 'auto',
    beforeTokens: count(metadata.preTokens) || undefined,
    atMs: timeOf(line),
  };
}
