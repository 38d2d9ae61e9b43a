import { claudeWindows } from './claude-limit.ts';
import { ADDED, addedOf, markOf } from './claude-marks.ts';
import { settingsFiles } from './claude-settings-files.ts';
import type { PlatformContext } from './platform-context.ts';

/** Claude Code's. By run on 2.1.197 and 2.1.332; docs/context.md has the figures. */
export const claudeContext: PlatformContext = {
  marks: ['"usage"', '"compact_boundary"'],
  markOf,
  addedMark: ADDED,
  addedOf,
  ...claudeWindows,
  saidOf: () => undefined,
  automaticTrigger: 'auto',
  settingsFiles,
};
