import type { ContextFacts } from '#core/context-load.ts';

/** What decides where an agent looks for settings; absolute folders. */
export interface SettingsPlace {
  readonly home: string;
  /** `$CLAUDE_CONFIG_DIR`; undefined when it is not set. */
  readonly configDir: string | undefined;
  readonly platform: string;
  readonly projectRoot: string;
}

/** A settings file, and the only keys of it that count here. */
export interface SettingsFile {
  readonly path: string;
  readonly keys: readonly string[];
}

/** Facts about an agent's window, and where the settings lie that they depend on. */
export interface PlatformContext extends ContextFacts {
  /** The strongest first. */
  settingsFiles(place: SettingsPlace): readonly SettingsFile[];
}
