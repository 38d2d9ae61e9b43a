import type { ContextFacts } from '#core/context-load.ts';
import { claudeCode } from '../claude-code.ts';
import { LARGE_WINDOW, limitOf, SMALL_WINDOW, windowOf } from './claude-limit.ts';
import { markOf } from './claude-marks.ts';
import { type SettingsPlace, settingsFiles } from './claude-settings-files.ts';

/** Facts about an agent's window, and where the settings lie that they depend on. */
export interface PlatformContext extends ContextFacts {
  /** Absolute paths, the strongest first. */
  settingsFiles(place: SettingsPlace): readonly string[];
}

/** Apart from the descriptors, because a process that is started per hook needs none of it on most events. */
const CONTEXTS: Readonly<Record<string, PlatformContext>> = {
  [claudeCode.id]: {
    marks: ['"usage"', '"compact_boundary"'],
    markOf,
    windowOf,
    windowSizes: [SMALL_WINDOW, LARGE_WINDOW],
    limitOf,
    automaticTrigger: 'auto',
    settingsFiles,
  },
};

/** Undefined for an agent of which nothing is known. */
export const contextOf = (platformId: string): PlatformContext | undefined =>
  Object.hasOwn(CONTEXTS, platformId) ? CONTEXTS[platformId] : undefined;
