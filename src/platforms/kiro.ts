import { PRODUCT_NAME } from '#core/tool-names.ts';
import type { PlatformDescriptor } from './define.ts';

/** Kiro: IDE from 1.0 and CLI from 3.0 on. Facts from documentation and packages, never run by us. */
export const kiro: Omit<PlatformDescriptor, 'codec'> = {
  id: 'kiro',
  clientNames: ['Kiro CLI'],
  events: {
    SessionStart: 'session_start',
    UserPromptSubmit: 'user_prompt',
    PreToolUse: 'pre_tool',
    PostToolUse: 'post_tool',
    Stop: 'stop',
    PreCompact: 'pre_compact',
    PostCompact: 'post_compact',
  },
  capabilities: {
    replaces: 'none',
    // CLI 3.4 and later take JSON, in a form that nobody has seen.
    canRewrite: false,
    // By exit code 2, with the reason on stderr.
    canRefuse: true,
    canAsk: false,
    contextOn: ['session_start', 'user_prompt', 'post_compact'],
    // It cuts at 3,000.
    contextMaxChars: 2_800,
  },
  // Of an empty answer it makes a note about the exit code, in the conversation.
  silence: { user_prompt: 'plimsoll has nothing to add.' },
  toolName: (tool) => `@${PRODUCT_NAME}/${tool}`,
  hostTools: {
    shell: ['shell', 'execute_bash', 'execute_cmd'],
    read: ['read', 'read_file', 'fs_read'],
    search: ['grep', 'grep_search', 'glob'],
    web: ['web_fetch'],
  },
  unlistedTools: [],
  // Its own cap is not known: the smallest that is known of any agent, so that savings are not said to be larger than they are.
  shellCap: { wholeChars: 30_000, previewBytes: 2_048 },
  structuredReplacesText: true,
  callIdMeta: undefined,
  asksBeforeCalls: true,
  fileReader: { tool: 'read_file', pathField: 'path' },
  rulesFiles: {
    inFolders: ['AGENTS.md'],
    inHome: ['.kiro/steering/AGENTS.md'],
    notesBesideTranscript: undefined,
  },
  continuedStarts: [],
};
