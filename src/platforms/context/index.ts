import { claudeCode } from '../claude-code.ts';
import { claudeContext, type PlatformContext } from './claude.ts';

/** Apart from the descriptors, because a process that is started per hook needs none of it on most events. */
const CONTEXTS: Readonly<Record<string, PlatformContext>> = { [claudeCode.id]: claudeContext };

/** Undefined for an agent of which nothing is known. */
export const contextOf = (platformId: string): PlatformContext | undefined =>
  Object.hasOwn(CONTEXTS, platformId) ? CONTEXTS[platformId] : undefined;
