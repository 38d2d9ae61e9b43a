import { PRODUCT_NAME } from '#core/tool-names.ts';
import type { PlatformDescriptor } from './define.ts';

/** Kiro CLI 2.x: hooks in the file of an agent. Facts from documentation and packages, never run by us. */
export const kiro2: Omit<PlatformDescriptor, 'codec'> = {
  id: 'kiro2',
  clientNames: ['Q-DEV-CLI'],
  events: {
    agentSpawn: 'session_start',
    userPromptSubmit: 'user_prompt',
    preToolUse: 'pre_tool',
    postToolUse: 'post_tool',
    stop: 'stop',
  },
  capabilities: {
    replaces: 'none',
    canRewrite: false,
    // By exit code 2, with the reason on stderr.
    canRefuse: true,
    canAsk: false,
    contextOn: ['session_start', 'user_prompt'],
    // It keeps 10,240 bytes; this many characters are never more.
    contextMaxChars: 2_800,
  },
  silence: {},
  toolName: (tool) => `@${PRODUCT_NAME}/${tool}`,
  hostTools: {
    shell: ['execute_bash', 'shell', 'execute_cmd'],
    read: ['fs_read', 'read'],
    search: ['grep', 'glob'],
    web: ['web_fetch'],
  },
  unlistedTools: [],
  // Its own cap is not known: the smallest that is known of any agent, so that savings are not said to be larger than they are.
  shellCap: { wholeChars: 30_000, previewBytes: 2_048 },
  structuredReplacesText: true,
  callIdMeta: undefined,
  asksBeforeCalls: true,
  fileReader: undefined,
  rulesFiles: { inFolders: ['AGENTS.md'], inHome: [], notesBesideTranscript: undefined },
  continuedStarts: [],
};
