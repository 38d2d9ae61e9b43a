import type { HostStatus } from '#core/context-load.ts';
import { isRecord, type JsonRecord, positiveNumber, stringField } from '#core/json.ts';
import { usedTokensOf } from './claude-marks.ts';

const record = (value: unknown): JsonRecord => (isRecord(value) ? value : {});

/**
 * The status JSON of Claude Code (2.1.197, 2.1.332). Undefined when it names no session. A load of 0 or null means that
 * it is not known (start, right after a compaction), not that the window is empty.
 */
export function statusOf(status: JsonRecord, atMs: number): HostStatus | undefined {
  const sessionId = stringField(status, 'session_id');
  if (sessionId === undefined || sessionId === '') return undefined;
  const model = record(status.model);
  const window = record(status.context_window);
  const id = stringField(model, 'id') ?? '';
  return {
    load: {
      sessionId,
      model: id,
      usedTokens: usedTokensOf(record(window.current_usage)) || undefined,
      windowTokens: positiveNumber(window.context_window_size),
      version: stringField(status, 'version'),
      atMs,
    },
    isLoadSaid: status.context_window !== undefined,
    modelName: stringField(model, 'display_name') ?? id,
    costUsd: positiveNumber(record(status.cost).total_cost_usd),
    folder: stringField(record(status.workspace), 'current_dir') ?? stringField(status, 'cwd'),
    projectFolder: stringField(record(status.workspace), 'project_dir'),
  };
}
