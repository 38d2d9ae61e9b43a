import { AppError } from '#core/errors.ts';
import { MIB } from '#core/units.ts';
import { type Environment, environmentValue } from '#infra/home.ts';

/** How much of a folder is taken in. What goes beyond is counted and told. */
export interface IndexLimits {
  readonly maxFiles: number;
  /** Levels of folders; 1: only the files that lie in the folder itself. */
  readonly maxDepth: number;
  /** Per file found in a folder; a file that is named itself may have `FILE_LIMIT`. */
  readonly maxFileBytes: number;
  /** All files of one call together. */
  readonly maxBytes: number;
}

/** The variables that set them; a tool's answer names the one to raise. */
export const LIMIT_VARIABLES = {
  maxFiles: 'PLIMSOLL_INDEX_MAX_FILES',
  maxDepth: 'PLIMSOLL_INDEX_MAX_DEPTH',
  maxFileBytes: 'PLIMSOLL_INDEX_MAX_FILE_BYTES',
  maxBytes: 'PLIMSOLL_INDEX_MAX_BYTES',
} as const satisfies Record<keyof IndexLimits, string>;

/** Enough for all but the largest repositories, and done in less than a minute. */
const DEFAULTS: IndexLimits = {
  maxFiles: 20_000,
  maxDepth: 32,
  // Larger ones are data or made by tools, and drown the rest.
  maxFileBytes: 2 * MIB,
  maxBytes: 512 * MIB,
};

/** A whole number from 1 on. @throws AppError ARGUMENT_INVALID that names the variable */
export function wholeNumber(env: Environment, name: string, fallback: number): number {
  const text = environmentValue(env, name);
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new AppError('ARGUMENT_INVALID', `${name} is "${text}"; accepted: a whole number from 1 on.`);
  return Number(text);
}

/** @throws AppError ARGUMENT_INVALID when a variable is no whole number */
export const readIndexLimits = (env: Environment): IndexLimits => ({
  maxFiles: wholeNumber(env, LIMIT_VARIABLES.maxFiles, DEFAULTS.maxFiles),
  maxDepth: wholeNumber(env, LIMIT_VARIABLES.maxDepth, DEFAULTS.maxDepth),
  maxFileBytes: wholeNumber(env, LIMIT_VARIABLES.maxFileBytes, DEFAULTS.maxFileBytes),
  maxBytes: wholeNumber(env, LIMIT_VARIABLES.maxBytes, DEFAULTS.maxBytes),
});
