import type { HostSettings } from '#core/context-load.ts';
import { isRecord, type JsonRecord, parseJson } from '#core/json.ts';
import type { TextFile } from '#infra/text-file-cache.ts';

/** Reads settings files once for all that is asked about them. What is no JSON object says nothing. */
export function hostSettings(
  env: HostSettings['env'],
  paths: readonly string[],
  read: (path: string) => TextFile,
): () => HostSettings {
  let known: HostSettings | undefined;
  return () => {
    known ??= { env, files: paths.flatMap((path) => objectIn(read(path))) };
    return known;
  };
}

function objectIn(file: TextFile): readonly JsonRecord[] {
  const value = file.kind === 'text' ? parseJson(file.text) : undefined;
  return isRecord(value) ? [value] : [];
}
