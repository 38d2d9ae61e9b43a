import type { AddedContext, HostSettings, TranscriptMark } from '#core/context-load.ts';
import { isRecord, type JsonRecord, stringField } from '#core/json.ts';
import { COMPRESSED_MARK, compressedAt } from './gemini-compression.ts';
import type { PlatformContext, SettingsFile, SettingsPlace } from './platform-context.ts';

/** Of all its models but Gemma's. */
const WINDOW = 1_048_576;
const GEMMA_WINDOW = 256_000;
/** Part of the window at which it compresses, where no setting says another. */
const THRESHOLD = 0.5;

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? value : undefined;

const timeOf = (line: JsonRecord): number | undefined => {
  const atMs = Date.parse(stringField(line, 'timestamp') ?? '');
  return Number.isNaN(atMs) ? undefined : atMs;
};

/**
 * A row of a chat of Gemini CLI (0.61.0): a reply with the tokens of its prompt, or the whole history anew, which after a
 * compression begins with the summary. A reply is written again with its calls; the numbers stay.
 */
function markOf(line: JsonRecord): TranscriptMark | undefined {
  const atMs = compressedAt(line);
  if (atMs !== undefined) return { kind: 'compaction', isAutomatic: true, beforeTokens: undefined, atMs };
  if (line.type !== 'gemini' || !isRecord(line.tokens)) return undefined;
  const usedTokens = positive(line.tokens.input);
  if (usedTokens === undefined) return undefined;
  const model = stringField(line, 'model') ?? '';
  return {
    kind: 'usage',
    usedTokens,
    model,
    windowTokens: undefined,
    version: undefined,
    atMs: timeOf(line),
  };
}

/** What hooks add stands in the user's message, or in the result of a tool. */
function addedOf(line: JsonRecord): AddedContext | undefined {
  if (line.type !== 'user') return undefined;
  return { text: JSON.stringify(line.content ?? ''), atMs: timeOf(line) };
}

function thresholdOf({ files }: HostSettings): number {
  for (const { model } of files) {
    const part = isRecord(model) ? positive(model.compressionThreshold) : undefined;
    if (part !== undefined && part <= 1) return part;
  }
  return THRESHOLD;
}

const SYSTEM_FILES: Readonly<Record<string, string>> = {
  darwin: '/Library/Application Support/GeminiCli/settings.json',
  win32: 'C:/ProgramData/gemini-cli/settings.json',
};

const settingsFiles = ({ home, platform, projectRoot }: SettingsPlace): readonly SettingsFile[] =>
  [
    SYSTEM_FILES[platform] ?? '/etc/gemini-cli/settings.json',
    `${projectRoot}/.gemini/settings.json`,
    `${home}/.gemini/settings.json`,
  ].map((path) => ({ path, keys: ['model'] }));

/** Gemini CLI's. */
export const geminiContext: PlatformContext = {
  marks: ['"tokens"', COMPRESSED_MARK],
  markOf,
  addedMark: '<hook_context>',
  addedOf,
  windowOf: ({ statedTokens, model }) => statedTokens ?? (/^gemma/i.test(model) ? GEMMA_WINDOW : WINDOW),
  windowSizes: [GEMMA_WINDOW, WINDOW],
  limitOf: ({ windowTokens, host }) => ({
    tokens: Math.floor(windowTokens * thresholdOf(host)),
    kind: 'compacts',
  }),
  automaticTrigger: 'auto',
  saidOf: () => undefined,
  settingsFiles,
};
