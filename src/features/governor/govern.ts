import { AppError } from '#core/errors.ts';
import { OUTPUT_KINDS, type OutputKind, type ToolOutput } from '#core/tool-output.ts';
import { type Environment, environmentValue } from '#infra/home.ts';

const GOVERNOR_MODES = ['off', 'advise', 'govern'] as const;
type GovernorMode = (typeof GOVERNOR_MODES)[number];

export interface GovernorSettings {
  readonly mode: GovernorMode;
  /** Results of up to so many UTF-8 bytes are never touched. */
  readonly limitBytes: Readonly<Record<OutputKind | 'source', number>>;
  /** Bytes of a digest, its handle line among them. */
  readonly digestBytes: number;
}

/** Found with `benchmarks/wire`. */
export const DEFAULT_GOVERNOR: GovernorSettings = {
  mode: 'govern',
  limitBytes: { command: 6_000, mcp: 6_000, page: 8_000, report: 12_000, file: 16_000, source: 60_000 },
  digestBytes: 3_000,
};

const MODE_VARIABLE = 'PLIMSOLL_GOVERNOR_MODE';
const LIMIT_VARIABLE = 'PLIMSOLL_GOVERNOR_LIMIT_BYTES';

/**
 * The settings of the user: the mode, and one limit for all kinds of results but source files. Absent: the defaults.
 * @throws AppError ARGUMENT_INVALID
 */
export function readGovernorSettings(env: Environment): GovernorSettings {
  const text = environmentValue(env, MODE_VARIABLE) ?? DEFAULT_GOVERNOR.mode;
  const mode = GOVERNOR_MODES.find((known) => known === text);
  if (mode === undefined)
    throw new AppError(
      'ARGUMENT_INVALID',
      `${MODE_VARIABLE} is "${text}"; accepted: ${GOVERNOR_MODES.join(', ')}.`,
    );
  const bytes = readLimit(env);
  const { limitBytes } = DEFAULT_GOVERNOR;
  if (bytes === undefined) return { ...DEFAULT_GOVERNOR, mode };
  const all = Object.fromEntries(OUTPUT_KINDS.map((kind) => [kind, bytes])) as Record<OutputKind, number>;
  return { ...DEFAULT_GOVERNOR, mode, limitBytes: { ...all, source: Math.max(bytes, limitBytes.source) } };
}

function readLimit(env: Environment): number | undefined {
  const text = environmentValue(env, LIMIT_VARIABLE);
  if (text === undefined) return undefined;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new AppError(
    'ARGUMENT_INVALID',
    `${LIMIT_VARIABLE} is "${text}"; accepted: a whole number of bytes.`,
  );
}

/** A digest must be so much smaller than what it replaces: else the exact text is worth more. */
const MOST_SHARE = 0.5;

/** What is read in order to edit has the limit of files, whatever prints it. */
const limitOf = ({ kind, isSource }: ToolOutput, { limitBytes }: GovernorSettings): number =>
  isSource ? limitBytes.source : limitBytes[kind];

/** Bytes that a digest of so large a result may have; 0 when the result stays as it is. */
export function digestRoom(output: ToolOutput, bytes: number, settings: GovernorSettings): number {
  if (settings.mode !== 'govern' || bytes <= limitOf(output, settings)) return 0;
  return Math.min(settings.digestBytes, Math.floor(bytes * MOST_SHARE));
}
