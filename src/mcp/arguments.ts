import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { isRecord, parseJson, toJson } from '#core/json.ts';
import { sliceWhole } from '#core/text/bytes.ts';

/** Smallest and largest answer that may be asked for, in bytes. */
const ANSWER_BYTES = { min: 256, fallback: 4_096, max: 32_768 };

/**
 * Argument types shared by the tools. Models send numbers as text, lists as JSON text or as one bare value: what has
 * only one meaning is accepted, the listed schema shows the plain type.
 */
const coerced = <T extends z.ZodType>(read: (value: unknown) => unknown, type: T) => z.preprocess(read, type);

const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?(?:e\+?\d{1,3})?\s*$/i.test(value) ? Number(value) : value;

const toList = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toText);
  if (typeof value !== 'string') return value;
  const parsed = value.trim().startsWith('[') ? parseJson(value) : undefined;
  return Array.isArray(parsed) ? parsed.map(toText) : [value];
};

const toText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

export const integer = (min: number, max: number) => coerced(toNumber, z.int().min(min).max(max));
export const textList = (minItems: number, maxItems: number) =>
  coerced(toList, z.array(z.string()).min(minItems).max(maxItems));

/** A number that is moved to the nearest accepted one instead of refused, where any number has a clear meaning. */
export const clamped = (min: number, max: number) =>
  coerced((value) => {
    const number = toNumber(value);
    return typeof number === 'number' && !Number.isNaN(number)
      ? Math.round(Math.min(max, Math.max(min, number)))
      : number;
  }, z.int());

const toTruth = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*(?:true|false)\s*$/i.test(value)
    ? value.trim().toLowerCase() === 'true'
    : value;

/** True or false, as a word too. */
export const truth = coerced(toTruth, z.boolean());

export const maxBytes = clamped(ANSWER_BYTES.min, ANSWER_BYTES.max).optional();

export const answerBytes = (asked: number | undefined): number => asked ?? ANSWER_BYTES.fallback;

/** A path: the system's calls refuse NUL characters with errors that name no argument. */
export const pathText = z
  .string()
  .min(1)
  .refine((text) => !text.includes('\0'), 'accepted: a path without NUL characters');

/** A value as it is named in an error: short, whatever its size. */
export const shown = (value: unknown): string => {
  const text = toJson(value) ?? 'nested too deeply to be shown';
  return text.length > 80 ? `${sliceWhole(text, 0, 80)}…` : text;
};

const valueAt = (args: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isRecord(value) ? value[String(key)] : undefined;
  }, args);

/** A text that was read as a list or an object holds the value that is named; undefined where there is none. */
const textAround = (args: unknown, path: readonly PropertyKey[]): string | undefined =>
  path.map((_, length) => valueAt(args, path.slice(0, length))).find((value) => typeof value === 'string');

/** One complaint: the field, the value, and what is accepted. */
function complaint(issue: z.core.$ZodIssue, args: unknown, known: readonly string[]): string {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
    const given = issue.keys.map((key) => `${key} is ${shown(valueAt(args, [key]))}`).join(', ');
    return `${given}; unknown, accepted: ${known.join(', ') || 'no arguments'}`;
  }
  const field = issue.path.join('.') || 'arguments';
  const named = valueAt(args, issue.path);
  const isThere = named !== undefined || issue.code === 'invalid_type';
  const value = isThere ? named : textAround(args, issue.path);
  const given = value === undefined ? 'is missing' : `is ${shown(value)}`;
  return `${field} ${given}; ${accepted(issue)}`;
}

function accepted(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.expected}`;
    case 'invalid_value':
      return `accepted: ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `at least ${issue.minimum} ${issue.origin === 'string' ? 'characters' : ''}`.trim();
    case 'too_big':
      return `at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : ''}`.trim();
    case 'unrecognized_keys':
      return `unknown: ${issue.keys.join(', ')}`;
    default:
      return issue.message;
  }
}

/** Some clients send null for what is not given. */
const withoutNulls = (args: unknown): unknown =>
  isRecord(args)
    ? Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
    : (args ?? {});

/** The arguments in the schema's types; undefined when they do not fit it. */
export function readArguments(schema: z.ZodObject, args: unknown): Record<string, unknown> | undefined {
  const result = schema.safeParse(withoutNulls(args));
  return result.success ? result.data : undefined;
}

/** The arguments in the schema's types. @throws AppError ARGUMENT_INVALID that names field, value and what is accepted */
export function parseArguments(
  schema: z.ZodObject,
  args: unknown,
  toolName: string,
): Record<string, unknown> {
  const given = withoutNulls(args);
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const complaints = result.error.issues.map((issue) =>
    complaint(issue, args ?? {}, Object.keys(schema.shape)),
  );
  throw new AppError('ARGUMENT_INVALID', `${toolName}: ${complaints.join('; ')}.`);
}
