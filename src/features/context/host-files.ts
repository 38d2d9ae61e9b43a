import type { HostSettings } from '#core/context-load.ts';
import { isRecord, type JsonRecord, parseCommentedJson } from '#core/json.ts';

/** A settings file of the agent, and the only keys of it that count. */
interface WantedFile {
  readonly path: string;
  readonly keys: readonly string[];
}

/** The wanted keys of a settings file's text. Without any of them it is not parsed; what is no JSON object says nothing. */
export function wantedKeys(text: string, keys: readonly string[]): JsonRecord {
  if (!keys.some((key) => text.includes(`"${key}"`))) return {};
  const value = parseCommentedJson(text);
  if (!isRecord(value)) return {};
  return Object.fromEntries(keys.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]));
}

/** Reads settings files when they are asked about for the first time, once. */
export function hostSettings<F extends WantedFile>(
  env: HostSettings['env'],
  files: readonly F[],
  read: (file: F) => JsonRecord,
): () => HostSettings {
  let known: HostSettings | undefined;
  return () => {
    known ??= { env, files: files.map(read) };
    return known;
  };
}
