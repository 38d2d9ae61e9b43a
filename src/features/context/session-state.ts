import { isRecord, type JsonRecord, stringField } from '#core/json.ts';

/** A compaction that has begun by itself, until it is known where it really began. */
interface BegunCompaction {
  readonly model: string;
  readonly version: string | undefined;
  readonly windowTokens: number;
  /** The last load before it. */
  readonly usedTokens: number;
  readonly atMs: number;
}

/** What is remembered of a session between its events; every field may be missing. */
export interface SessionState {
  /** The context was emptied then: what was measured before counts no more. */
  readonly emptiedAtMs?: number;
  /** When the transcript was last looked through far back. */
  readonly lookedAtMs?: number;
  readonly begun?: BegunCompaction;
}

const time = (value: unknown, nowMs: number): number | undefined =>
  typeof value === 'number' && value > 0 && value <= nowMs ? value : undefined;

function begunCompaction(value: unknown, nowMs: number): BegunCompaction | undefined {
  if (!isRecord(value)) return undefined;
  const { windowTokens, usedTokens } = value;
  const atMs = time(value.atMs, nowMs);
  if (typeof windowTokens !== 'number' || typeof usedTokens !== 'number' || atMs === undefined)
    return undefined;
  return {
    model: stringField(value, 'model') ?? '',
    version: stringField(value, 'version'),
    windowTokens,
    usedTokens,
    atMs,
  };
}

/** The state in a file's content. Times that are still to come are left out: the clock was set back. */
export function sessionState(value: JsonRecord, nowMs: number): SessionState {
  const emptiedAtMs = time(value.emptiedAtMs, nowMs);
  const lookedAtMs = time(value.lookedAtMs, nowMs);
  const begun = begunCompaction(value.begun, nowMs);
  return {
    ...(emptiedAtMs === undefined ? {} : { emptiedAtMs }),
    ...(lookedAtMs === undefined ? {} : { lookedAtMs }),
    ...(begun === undefined ? {} : { begun }),
  };
}
