import type { ContextFacts, HostSettings } from '#core/context-load.ts';
import type { JsonRecord } from '#core/json.ts';
import { hostSettings, wantedKeys } from '#features/context/host-files.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { createTextFileCache, type TextFile } from '#infra/text-file-cache.ts';
import { contextOf } from '#platforms/context/index.ts';

/** What is known of an agent's context, and of the settings that hold in a folder. */
export interface ContextPlace {
  readonly facts: ContextFacts;
  /** The files are read by the first call. */
  readonly host: () => HostSettings;
}

/** Finds the facts for an agent's sessions in a folder; undefined for an agent of which nothing is known. */
export function createContextPlaces(
  env: Environment,
): (platformId: string, folder: string) => ContextPlace | undefined {
  const readText = createTextFileCache();
  /** Parsed once per version of a file: the object stays the same until the file changes. */
  const parsed = new WeakMap<TextFile, JsonRecord>();
  const read = ({ path, keys }: { readonly path: string; readonly keys: readonly string[] }): JsonRecord => {
    const file = readText(path);
    const known = parsed.get(file);
    if (known !== undefined) return known;
    const value = file.kind === 'text' ? wantedKeys(file.text, keys) : {};
    parsed.set(file, value);
    return value;
  };
  const userHome = environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE') ?? '';
  return (platformId, folder) => {
    const facts = contextOf(platformId);
    if (facts === undefined) return undefined;
    const files = facts.settingsFiles({
      home: userHome,
      configDir: environmentValue(env, 'CLAUDE_CONFIG_DIR'),
      platform: process.platform,
      projectRoot: environmentValue(env, 'CLAUDE_PROJECT_DIR') ?? folder,
    });
    return { facts, host: hostSettings(env, files, read) };
  };
}
