import { claudeCodeSetup } from './claude-code.ts';
import { cursorSetup } from './cursor.ts';
import { geminiCliSetup } from './gemini-cli.ts';
import { kiroSetup } from './kiro.ts';
import { kiro2Setup } from './kiro2.ts';
import type { PlatformSetup } from './setup.ts';

/** How every agent is set up, in the order of the documentation. Apart from the descriptors, which every hook loads. */
export const SETUPS: readonly PlatformSetup[] = [
  claudeCodeSetup,
  geminiCliSetup,
  cursorSetup,
  kiroSetup,
  kiro2Setup,
];
