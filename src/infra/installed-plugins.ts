import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseJson, stringField } from '#core/json.ts';

/** One installation of a plugin, as the agent's plugin manager wrote it down. */
export interface InstalledPlugin {
  readonly version: string;
  /** Folder that it was copied to; it may be gone. */
  readonly path: string;
}

const contentOf = (file: string): unknown =>
  existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;

/** Installations of `name@marketplace` below the agent's configuration folder; empty when there are none. @throws the file system's error */
export function installedPlugins(configDir: string, plugin: string): readonly InstalledPlugin[] {
  const content = contentOf(join(configDir, 'plugins', 'installed_plugins.json'));
  const plugins = isRecord(content) && isRecord(content.plugins) ? content.plugins : {};
  const entries = Object.hasOwn(plugins, plugin) ? plugins[plugin] : [];
  return (Array.isArray(entries) ? entries : [entries]).flatMap((entry) =>
    isRecord(entry) ? [{ version: String(entry.version), path: String(entry.installPath) }] : [],
  );
}

/** The version that the plugin's manifest in this folder says; undefined when there is none. @throws the file system's error */
export function pluginVersion(root: string): string | undefined {
  const content = contentOf(join(root, '.claude-plugin', 'plugin.json'));
  return isRecord(content) ? stringField(content, 'version') : undefined;
}

/** Folder of the marketplace as the agent last fetched it; it may not exist. */
export const marketplaceFolder = (configDir: string, marketplace: string): string =>
  join(configDir, 'plugins', 'marketplaces', marketplace);
