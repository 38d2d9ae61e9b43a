import type { ContextLimit } from '#core/context-load.ts';
import { isRecord, parseJson } from '#core/json.ts';
import { KIB } from '#core/units.ts';
import { contextFolder } from '#infra/context-files.ts';
import { readSmall } from '#infra/read-small.ts';
import { writePrivate } from '#infra/write-private.ts';

/** Beside the files of sessions, whose names end otherwise. */
export const POINTS_FILE = 'points.seen';
const MAX_BYTES = 64 * KIB;
/** Models, windows and settings that are remembered. */
const MAX_POINTS = 50;
/** What lies farther from the expected point is no compaction that was due, but a fault of one of the two. */
const LEAST_SHARE = 0.5;
const MOST_SHARE = 1.25;

/** What a point was seen under: other settings or another window expect another one. */
export interface PointKey {
  readonly platform: string;
  readonly model: string;
  readonly windowTokens: number;
  /** What was expected. */
  readonly limit: ContextLimit;
}

const keyOf = ({ platform, model, windowTokens, limit }: PointKey): string =>
  [platform, model.replace(/\[[^\]]*\]$/, ''), windowTokens, limit.kind, limit.tokens].join(' ');

function readPoints(home: string): ReadonlyMap<string, number> {
  const found = readSmall(`${contextFolder(home)}/${POINTS_FILE}`, MAX_BYTES);
  const value = found === undefined ? undefined : parseJson(found.text);
  const entries = isRecord(value) ? Object.entries(value) : [];
  return new Map(entries.flatMap(([key, tokens]) => (typeof tokens === 'number' ? [[key, tokens]] : [])));
}

/** True for a point that can be meant: near enough to what was expected. */
const isPlausible = (tokens: number, { limit }: PointKey): boolean =>
  tokens >= limit.tokens * LEAST_SHARE && tokens <= limit.tokens * MOST_SHARE;

/** The expected point, or where a compaction was seen last under the same conditions. */
export function correctedLimit(home: string, key: PointKey): ContextLimit {
  const seen = readPoints(home).get(keyOf(key));
  if (seen === undefined || !isPlausible(seen, key)) return key.limit;
  return { tokens: seen, kind: key.limit.kind === 'full' ? 'full' : 'compacts' };
}

/** Remembers where a compaction began. @throws the file system's error */
export function rememberPoint(home: string, key: PointKey, tokens: number): void {
  if (!isPlausible(tokens, key)) return;
  const points = new Map(readPoints(home));
  points.delete(keyOf(key));
  points.set(keyOf(key), tokens);
  const kept = [...points].slice(-MAX_POINTS);
  writePrivate(`${contextFolder(home)}/${POINTS_FILE}`, JSON.stringify(Object.fromEntries(kept)));
}
