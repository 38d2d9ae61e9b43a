import type { ContextFacts, HostStatus } from '#core/context-load.ts';
import type { JsonRecord } from '#core/json.ts';
import { LARGE_WINDOW, limitOf, SMALL_WINDOW, windowOf } from './claude-limit.ts';
import { ADDED, addedOf, markOf } from './claude-marks.ts';
import { type SettingsFile, type SettingsPlace, settingsFiles } from './claude-settings-files.ts';
import { statusOf } from './claude-status.ts';

/** Facts about an agent's window, and where the settings lie that they depend on. */
export interface PlatformContext extends ContextFacts {
  /** The strongest first. */
  settingsFiles(place: SettingsPlace): readonly SettingsFile[];
  /** What the agent gives to a status line; undefined when it names no session. */
  statusOf(status: JsonRecord, atMs: number): HostStatus | undefined;
}

/** Claude Code's. By run on 2.1.197 and 2.1.332; docs/context.md has the figures. */
export const claudeContext: PlatformContext = {
  marks: ['"usage"', '"compact_boundary"'],
  markOf,
  addedMark: ADDED,
  addedOf,
  windowOf,
  windowSizes: [SMALL_WINDOW, LARGE_WINDOW],
  limitOf,
  automaticTrigger: 'auto',
  settingsFiles,
  statusOf,
};
