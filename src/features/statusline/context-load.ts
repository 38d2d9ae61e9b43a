import { isRecord, type JsonRecord, stringField } from '#core/json.ts';

/** How full the context window of a session is, as the host last said. */
export interface ContextLoad {
  readonly sessionId: string;
  readonly model: string;
  /** Input, cache reads and cache writes of the last call; undefined before the first reply and right after compaction. */
  readonly usedTokens: number | undefined;
  /** Size of the window; undefined when the host does not say. */
  readonly windowTokens: number | undefined;
  readonly atMs: number;
}

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? value : undefined;

function usedTokens(usage: unknown): number | undefined {
  if (!isRecord(usage)) return undefined;
  const parts = [usage.input_tokens, usage.cache_read_input_tokens, usage.cache_creation_input_tokens];
  return positive(parts.reduce<number>((sum, part) => sum + (positive(part) ?? 0), 0));
}

/**
 * The load in the status JSON of Claude Code (`context_window`, 2.1.332). Undefined when it names no session; a lone 0
 * or null means unknown, not empty.
 */
export function loadOf(status: JsonRecord, atMs: number): ContextLoad | undefined {
  const sessionId = stringField(status, 'session_id');
  if (sessionId === undefined) return undefined;
  const model = isRecord(status.model) ? status.model : {};
  const window = isRecord(status.context_window) ? status.context_window : {};
  return {
    sessionId,
    model: stringField(model, 'display_name') ?? stringField(model, 'id') ?? '',
    usedTokens: usedTokens(window.current_usage),
    windowTokens: positive(window.context_window_size),
    atMs,
  };
}

const thousands = (tokens: number): string => `${Math.round(tokens / 1000)}k`;

/** `Opus · context 42 % (84k of 200k)`; without numbers just the model. */
export function renderLoad({ model, usedTokens: used, windowTokens: window }: ContextLoad): string {
  const name = model === '' ? 'plimsoll' : model;
  if (used === undefined || window === undefined) return name;
  return `${name} · context ${Math.round((100 * used) / window)} % (${thousands(used)} of ${thousands(window)})`;
}
