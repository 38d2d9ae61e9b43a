import { isRecord, type JsonRecord } from '#core/json.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { RuleSource } from '../policy.ts';

/** The settings of one file. */
export interface SettingsLayer {
  readonly source: RuleSource;
  /** False: what would permit more in it does not count, because the user did not say that the folder is trusted. */
  readonly mayWiden: boolean;
  readonly settings: JsonRecord;
}

/** Complaints met on the way. */
export interface Complaints {
  /** A rule that may forbid something is not known: nothing may be allowed silently. */
  problem(text: string): void;
  /** Something else than the user thinks holds; on the strict side. */
  warning(text: string): void;
}

/** The settings in a file's text. A blank file holds none. @returns else why it is no settings file */
export function parseSettings(text: string): Result<JsonRecord, string> {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (bare.trim() === '') return ok({});
  try {
    const value: unknown = JSON.parse(bare);
    return isRecord(value) ? ok(value) : err('it holds no JSON object');
  } catch {
    return err('it is not valid JSON');
  }
}

/** The value at `a.b.c`; undefined when a part of the way is missing or null. A part of another type is a problem. */
export function valueAt(layer: SettingsLayer, path: string, complaints: Complaints): unknown {
  let value: unknown = layer.settings;
  const walked: string[] = [];
  for (const key of path.split('.')) {
    if (!isRecord(value)) {
      complaints.problem(`${layer.source.file}: ${walked.join('.')} is no object`);
      return undefined;
    }
    value = Object.hasOwn(value, key) ? (value[key] ?? undefined) : undefined;
    if (value === undefined) return undefined;
    walked.push(key);
  }
  return value;
}

/** The texts at a path; empty when there are none. What is no list of texts goes to `complain`, and the rest counts. */
export function textsAt(
  layer: SettingsLayer,
  path: string,
  complaints: Complaints,
  complain: (text: string) => void = complaints.problem,
): readonly string[] {
  const value = valueAt(layer, path, complaints);
  if (value === undefined) return [];
  const texts = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  if (!Array.isArray(value) || texts.length < value.length)
    complain(`${layer.source.file}: ${path} is no list of texts`);
  return texts;
}

/** Names at a path, each a text or an object with a `name`; empty when there are none. Anything else is a problem. */
export function namesAt(layer: SettingsLayer, path: string, complaints: Complaints): readonly string[] {
  const value = valueAt(layer, path, complaints);
  if (value === undefined) return [];
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const names = items
    .map((item) => (isRecord(item) ? item.name : item))
    .filter((name) => typeof name === 'string');
  if (!Array.isArray(value) || names.length < items.length)
    complaints.problem(`${layer.source.file}: ${path} is no list of names`);
  return names;
}
