import { AppError } from '#core/errors.ts';
import { type Environment, environmentValue } from '#infra/home.ts';

export interface MemorySettings {
  /** Of a snapshot, in bytes of UTF-8. */
  readonly snapshotBytes: number;
  /** Of a guide. */
  readonly guideBytes: number;
}

const SNAPSHOT_VARIABLE = 'PLIMSOLL_CONTINUITY_SNAPSHOT_BYTES';
const SNAPSHOT = { fallback: 2_048, min: 512, max: 6_000 };
const GUIDE_VARIABLE = 'PLIMSOLL_CONTINUITY_GUIDE_BYTES';
/** A host shows 10,000 characters of a hook's answer and hides the rest; the routing text and a line on searching come on top. */
const GUIDE = { fallback: 6_000, min: 1_024, max: 9_000 };

function bytes(
  env: Environment,
  variable: string,
  { fallback, min, max }: { readonly fallback: number; readonly min: number; readonly max: number },
): number {
  const text = environmentValue(env, variable);
  if (text === undefined) return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new AppError(
    'ARGUMENT_INVALID',
    `${variable} is "${text}"; accepted: a whole number from ${min} to ${max}.`,
  );
}

/** Whoever wants snapshots of a size wants no larger guide. @throws AppError ARGUMENT_INVALID */
export function readMemorySettings(env: Environment): MemorySettings {
  const snapshotBytes = bytes(env, SNAPSHOT_VARIABLE, SNAPSHOT);
  const isSet = environmentValue(env, SNAPSHOT_VARIABLE) !== undefined;
  const fallback = isSet ? Math.max(GUIDE.min, snapshotBytes) : GUIDE.fallback;
  return { snapshotBytes, guideBytes: bytes(env, GUIDE_VARIABLE, { ...GUIDE, fallback }) };
}
