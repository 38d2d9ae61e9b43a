import type {
  ContextLimit,
  HostSettings,
  LimitQuestion,
  WindowFacts,
  WindowQuestion,
} from '#core/context-load.ts';
import { isRecord, type JsonRecord } from '#core/json.ts';

const SMALL_WINDOW = 200_000;
const LARGE_WINDOW = 1_000_000;
/** Kept free for the reply; less where the user made replies shorter. */
const REPLY_TOKENS = 20_000;
/** Further distance of the automatic compaction, and of the point at which the client goes no further. */
const COMPACTION_TOKENS = 13_000;
const REFUSAL_TOKENS = 3_000;
/** A smaller window of compaction counts as this. */
const LEAST_WINDOW = 100_000;

/** Models of the smaller window that compact before it is full, unasked. */
const PROACTIVE = /(?:sonnet|opus)-4-6/;
/** Models whose window is large only when the user asks for it; later ones have it by themselves. */
const SMALL_BY_NATURE = /(?:opus|sonnet)-4(?!-[7-9])|haiku-4|claude-[123]\D/;
const OPTED_IN = /\[1m\]/i;
/** The last patch of 2.1 that was seen to give every model the small window unless the user asks for the large one. */
const LAST_SMALL_PATCH = 197;

/** The environment first, then what settings files put into it: `env` of the strongest file. */
function variable({ env, files }: HostSettings, name: string): string | undefined {
  const own = env[name];
  if (own !== undefined) return own;
  for (const { env: given } of files) {
    const value = isRecord(given) ? given[name] : undefined;
    if (value !== undefined) return String(value);
  }
  return undefined;
}

const setting = ({ files }: HostSettings, key: string): unknown =>
  files.map((file: JsonRecord) => file[key]).find((value) => value !== undefined);

const isTrue = (text: string | undefined): boolean => /^(?:1|true|yes|on)$/i.test(text?.trim() ?? '');

/** A whole number above zero, from a text or a number; undefined for everything else. */
function positive(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && number > 0 ? number : undefined;
}

const isForbidden = (host: HostSettings): boolean => isTrue(variable(host, 'CLAUDE_CODE_DISABLE_1M_CONTEXT'));

/** A version that is not known counts as a new one. */
function isOld(version: string | undefined): boolean {
  const [major = 0, minor = 0, patch = 0] = (version ?? '9').split('.').map(Number);
  return major < 2 || (major === 2 && (minor < 1 || (minor === 1 && patch <= LAST_SMALL_PATCH)));
}

/** The model has a large window of its own accord in this version. */
const isLargeByNature = (model: string, version: string | undefined): boolean =>
  !isOld(version) && !SMALL_BY_NATURE.test(model);

/** The user chose the large window of this model; transcripts leave that mark out of the name. */
function isChosenLarge(model: string, host: HostSettings): boolean {
  const chosen = variable(host, 'ANTHROPIC_MODEL') ?? setting(host, 'model');
  const family = /opus|sonnet|haiku/i.exec(model)?.[0].toLowerCase();
  if (typeof chosen !== 'string' || family === undefined) return false;
  return OPTED_IN.test(chosen) && chosen.toLowerCase().includes(family);
}

/**
 * Size of the window. A mark in the model's name counts for more than what was stated, which may be older. Undefined for a
 * name that is none of the vendor's; without any name the client's smaller size.
 */
function windowOf({ model, statedTokens, version, host }: WindowQuestion): number | undefined {
  if (OPTED_IN.test(model)) return Math.max(LARGE_WINDOW, statedTokens ?? 0);
  if (statedTokens !== undefined) return statedTokens;
  if (model === '') return SMALL_WINDOW;
  if (!/claude/i.test(model)) return undefined;
  if (isForbidden(host)) return SMALL_WINDOW;
  return isLargeByNature(model, version) || isChosenLarge(model, host) ? LARGE_WINDOW : SMALL_WINDOW;
}

/** The window that the user wants compacted as a whole; undefined: none is set. */
function configuredWindow(host: HostSettings): number | undefined {
  const tokens =
    positive(variable(host, 'CLAUDE_CODE_AUTO_COMPACT_WINDOW')) ??
    positive(setting(host, 'autoCompactWindow'));
  return tokens === undefined ? undefined : Math.max(LEAST_WINDOW, tokens);
}

const isOff = (host: HostSettings): boolean =>
  isTrue(variable(host, 'DISABLE_COMPACT')) ||
  isTrue(variable(host, 'DISABLE_AUTO_COMPACT')) ||
  setting(host, 'autoCompactEnabled') === false;

/**
 * Where Claude Code compacts, or stops. By run on 2.1.197 and 2.1.332; docs/context.md has the table. Features that the
 * vendor switches on from afar can move the point: what was seen corrects it.
 */
function limitOf({ model, version, windowTokens, host }: LimitQuestion): ContextLimit {
  const reply = Math.min(
    REPLY_TOKENS,
    positive(variable(host, 'CLAUDE_CODE_MAX_OUTPUT_TOKENS')) ?? REPLY_TOKENS,
  );
  if (isOff(host)) return { tokens: windowTokens - reply - REFUSAL_TOKENS, kind: 'refuses' };
  const configured = configuredWindow(host);
  const isProactive =
    configured !== undefined ||
    isLargeByNature(model, version) ||
    (windowTokens <= SMALL_WINDOW && PROACTIVE.test(model));
  if (!isProactive) return { tokens: windowTokens, kind: 'full' };
  const room = Math.min(windowTokens, configured ?? windowTokens) - reply;
  const percent = positive(variable(host, 'CLAUDE_AUTOCOMPACT_PCT_OVERRIDE'));
  const point = room - COMPACTION_TOKENS;
  const asked = percent === undefined || percent > 100 ? point : Math.floor((room * percent) / 100);
  return { tokens: Math.min(asked, point), kind: 'compacts' };
}

/** All that a status line needs: its bundle is to be small. */
export const claudeWindows: WindowFacts = {
  windowOf,
  windowSizes: [SMALL_WINDOW, LARGE_WINDOW],
  limitOf,
};
