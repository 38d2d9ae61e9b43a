import { PLUGIN_SERVER_KEY, PRODUCT_NAME } from '#core/tool-names.ts';
import { claudeCodec } from './codecs/claude.ts';
import type { PlatformDescriptor } from './define.ts';
import type { PlatformSetup } from './setup.ts';

/** `<persisted-output>`, what is said of size and place, `Preview (first 2KB)`; both versions, with a size of three digits. */
export const FRAME_BYTES = 116;

const toolName = (tool: string): string => `mcp__plugin_${PRODUCT_NAME}_${PLUGIN_SERVER_KEY}__${tool}`;

/** Claude Code, as a plugin. Facts by run on the versions below; docs/platforms.md says how. */
export const claudeCode: PlatformDescriptor = {
  id: 'claude-code',
  clientNames: ['claude-code'],
  environmentMark: 'CLAUDECODE',
  codec: claudeCodec,
  events: {
    SessionStart: 'session_start',
    UserPromptSubmit: 'user_prompt',
    PreToolUse: 'pre_tool',
    PostToolUse: 'post_tool',
    PostToolUseFailure: 'post_tool_failure',
    PreCompact: 'pre_compact',
    PostCompact: 'post_compact',
    InstructionsLoaded: 'rules_loaded',
    CwdChanged: 'folder_changed',
    SubagentStart: 'subagent_start',
    SubagentStop: 'subagent_stop',
    Stop: 'stop',
    SessionEnd: 'session_end',
  },
  capabilities: {
    // By `updatedToolOutput`, for results of calls that did not fail.
    replaces: 'all',
    canRewrite: true,
    canRefuse: true,
    canAsk: true,
    contextOn: ['session_start', 'user_prompt', 'pre_tool', 'post_tool', 'post_tool_failure', 'pre_compact'],
    // Above 10,000 a file and a preview of 2 KB.
    contextMaxChars: 9_500,
  },
  silence: {},
  toolName,
  shownToolName: toolName,
  hostTools: { shell: ['Bash'], read: ['Read'], search: ['Grep', 'Glob'], web: ['WebFetch'] },
  unlistedTools: ['ctx_stats', 'ctx_purge', 'ctx_doctor', 'ctx_upgrade'],
  commandPrefix: `/${PRODUCT_NAME}:`,
  // Bash results above 30,000 characters become a preview of 2,000 and a file.
  shellCap: { wholeChars: 30_000, previewBytes: 2_000, frameBytes: FRAME_BYTES },
  // Both versions: a successful result with structuredContent reaches the model as that JSON alone; errors as text.
  structuredReplacesText: true,
  callIdMeta: 'claudecode/toolUseId',
  // It asks because our hook says so; and it does not where the user allowed the whole server, or in bypass mode.
  asksBeforeCalls: false,
  fileReader: { tool: 'Read', pathField: 'file_path', range: 'offset and limit' },
  rulesFiles: {
    inFolders: ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'],
    inHome: ['.claude/CLAUDE.md'],
    notesBesideTranscript: 'memory',
  },
  // 2.1.332 may tell of one that is then put off.
  compaction: 'likely',
  borrowed: { sessionVariable: 'CLAUDE_CODE_SESSION_ID' },
  // A resumed session still holds the text that its start brought.
  continuedStarts: ['resume'],
};

/** How it is set up: as a plugin, by the agent itself. */
export const claudeCodeSetup: PlatformSetup = {
  id: 'claude-code',
  displayName: 'Claude Code',
  provenance: {
    versions: ['2.1.197', '2.1.332'],
    date: '2026-11',
    proof: 'run',
    link: 'https://code.claude.com/docs/en/hooks',
  },
  detection: { homeFolders: ['.claude'], commands: ['claude'] },
  requiredEvents: ['SessionStart', 'PreToolUse', 'PostToolUse', 'PreCompact'],
  compaction: 'PreCompact (stdout goes into the request for the summary), then SessionStart with `compact`',
  contextSource: 'usage in the transcript; `context_window` of the status line',
  failsClosedOn: [],
  cautions: [
    'A document that names another event is ignored.',
    'A result with structuredContent reaches the model as that alone.',
  ],
  ownInstaller: {
    install: '/plugin marketplace add <this repository>, then /plugin install plimsoll@plimsoll',
    uninstall: '/plugin uninstall plimsoll@plimsoll',
  },
  files: undefined,
};
