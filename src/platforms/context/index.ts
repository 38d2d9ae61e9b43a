import { claudeContext } from './claude.ts';
import { codexContext } from './codex.ts';
import { geminiContext } from './gemini.ts';
import { openCodeContext } from './opencode.ts';
import { ohMyPiContext, piContext } from './pi.ts';
import type { PlatformContext } from './platform-context.ts';
import { qwenContext } from './qwen.ts';

/**
 * Apart from the descriptors, and without loading them: a process that is started per hook needs none of it on most events,
 * and has the descriptors already where it does.
 */
const CONTEXTS: Readonly<Record<string, PlatformContext>> = {
  'claude-code': claudeContext,
  codex: codexContext,
  'gemini-cli': geminiContext,
  kilo: openCodeContext,
  omp: ohMyPiContext,
  opencode: openCodeContext,
  pi: piContext,
  'qwen-code': qwenContext,
};

/** Undefined for an agent of which nothing is known. */
export const contextOf = (platformId: string): PlatformContext | undefined =>
  Object.hasOwn(CONTEXTS, platformId) ? CONTEXTS[platformId] : undefined;
