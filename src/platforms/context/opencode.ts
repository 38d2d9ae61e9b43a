import type { SaidLoad } from '#core/context-load.ts';
import { isRecord, type JsonRecord, positiveNumber, stringField } from '#core/json.ts';
import type { PlatformContext } from './platform-context.ts';
import { COMMON_SIZES, NO_TRANSCRIPT, statedWindows } from './stated-windows.ts';

/** Agents of its own whose requests are not the conversation: they may have another model, and their tokens are not its load. */
const ASIDE: readonly unknown[] = ['title', 'summary', 'compaction'];

const record = (value: unknown): JsonRecord => (isRecord(value) ? value : {});

/** `chat.params`: the window of the model that is about to be asked, flat or in the model. */
function windowIn(params: JsonRecord): SaidLoad | undefined {
  const model = record(params.model);
  const limit = isRecord(params.limit) ? params.limit : record(model.limit);
  const windowTokens = positiveNumber(limit.context);
  if (windowTokens === undefined) return undefined;
  return { kind: 'window', windowTokens, model: stringField(params, 'model') ?? stringField(model, 'id') };
}

/** `message.updated`: what the last request held. A reply that has only begun has no tokens yet, and says nothing. */
function usageIn(info: JsonRecord): SaidLoad | undefined {
  if (info.role !== 'assistant' || info.summary === true || ASIDE.includes(info.agent ?? info.mode))
    return undefined;
  const tokens = record(info.tokens);
  const cache = record(tokens.cache);
  const usedTokens = [tokens.input, cache.read, cache.write].reduce<number>(
    (sum, count) => sum + (positiveNumber(count) ?? 0),
    0,
  );
  if (usedTokens === 0) return undefined;
  return { kind: 'usage', usedTokens, windowTokens: undefined, model: stringField(info, 'modelID') };
}

/** What a plugin of OpenCode (1.18.33) or Kilo (7.7.9) is given as first argument, under `in`. */
function saidOf(input: JsonRecord): SaidLoad | undefined {
  const given = record(input.in);
  if (isRecord(given.info)) return usageIn(given.info);
  return ASIDE.includes(given.agent) ? undefined : windowIn(given);
}

/** OpenCode's and Kilo's: the window comes with one event, the tokens with another. Where they compact is not known. */
export const openCodeContext: PlatformContext = {
  ...NO_TRANSCRIPT,
  ...statedWindows(COMMON_SIZES),
  saidOf,
  automaticTrigger: 'auto',
  settingsFiles: () => [],
};
