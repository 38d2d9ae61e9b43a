import type { PlatformDescriptor } from './define.ts';

/** Cursor: its IDE and its CLI. Facts from documentation and packages, never run by us. */
export const cursor: Omit<PlatformDescriptor, 'codec'> = {
  id: 'cursor',
  clientNames: ['cursor-vscode', 'cursor'],
  events: {
    sessionStart: 'session_start',
    beforeSubmitPrompt: 'user_prompt',
    preToolUse: 'pre_tool',
    postToolUse: 'post_tool',
    postToolUseFailure: 'post_tool_failure',
    preCompact: 'pre_compact',
    stop: 'stop',
  },
  capabilities: {
    replaces: 'mcp',
    canRewrite: true,
    canRefuse: true,
    // "ask" is in the schema of preToolUse and not obeyed there.
    canAsk: false,
    contextOn: ['session_start', 'post_tool'],
    // Of all hooks together 10,000; what is longer is dropped as a whole.
    contextMaxChars: 8_000,
  },
  silence: {},
  // Without the name of the server.
  toolName: (tool) => `MCP:${tool}`,
  hostTools: { shell: ['Shell'], read: ['Read'], search: ['Grep'], web: ['WebFetch'] },
  unlistedTools: [],
  // Its own cap is not known: the smallest that is known of any agent, so that savings are not said to be larger than they are.
  shellCap: { wholeChars: 30_000, previewBytes: 2_048 },
  structuredReplacesText: true,
  callIdMeta: undefined,
  asksBeforeCalls: true,
  fileReader: undefined,
  rulesFiles: { inFolders: ['AGENTS.md', 'CLAUDE.md'], inHome: [], notesBesideTranscript: undefined },
  // It names no source, and fires neither on resume nor after a compaction.
  continuedStarts: [],
};
