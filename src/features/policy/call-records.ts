import { createHash } from 'node:crypto';
import { isRecord, toJson } from '#core/json.ts';
import type { Verdict } from '#core/verdict.ts';
import type { PermissionMode } from './policy.ts';

/** A call follows its hook at once; where the user is asked in between, a minute is theirs. */
export const RECORD_LIMIT_MS = 60_000;
/** A session has a handful of calls under way; more are a fault, and the oldest go. */
const MAX_RECORDS = 1_000;

/** What the hook found about one call that is about to arrive. */
export interface CallRecord {
  readonly sessionId: string;
  readonly toolUseId: string;
  /** Of the tool's name and the input. */
  readonly inputHash: string;
  /** Of all rules that held. */
  readonly ruleDigest: string;
  readonly mode: PermissionMode;
  readonly verdict: Verdict;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

/** Keys in one order, so that the same input has one text, whoever wrote it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

/** SHA-256 of a value's canonical JSON, in hex. What has no JSON form has a hash that no other value has. */
export function canonicalHash(value: unknown): string {
  const text = nested(() => toJson(sorted(value))) ?? `none ${Math.random()}`;
  return createHash('sha256').update(text).digest('hex');
}

/** Undefined for what is nested too deeply to be walked. */
function nested<T>(walk: () => T): T | undefined {
  try {
    return walk();
  } catch {
    return undefined;
  }
}

/** The hook's records of calls, each good for one call within a minute. */
export class CallRecords {
  private readonly records = new Map<string, CallRecord>();
  private readonly nowMs: () => number;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  add(record: CallRecord): void {
    this.records.delete(record.toolUseId);
    this.records.set(record.toolUseId, record);
    for (const [id, { atMs }] of this.records) {
      if (this.isFresh(atMs) && this.records.size <= MAX_RECORDS) break;
      this.records.delete(id);
    }
  }

  /** The record of this very call, which is used up by that; undefined when there is none, or an old or another one. */
  take(toolUseId: string | undefined, inputHash: string): CallRecord | undefined {
    if (toolUseId === undefined) return undefined;
    const record = this.records.get(toolUseId);
    if (record === undefined) return undefined;
    this.records.delete(toolUseId);
    return record.inputHash === inputHash && this.isFresh(record.atMs) ? record : undefined;
  }

  /** A clock that was set back makes no record last longer. */
  private isFresh(atMs: number): boolean {
    const ageMs = this.nowMs() - atMs;
    return ageMs >= 0 && ageMs <= RECORD_LIMIT_MS;
  }
}
