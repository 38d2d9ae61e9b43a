import { PRODUCT_NAME } from '#core/tool-names.ts';
import type { PlatformDescriptor } from './define.ts';

/** Gemini CLI. Facts by run of the version below, headless; docs/platforms.md has the matrix. */
export const geminiCli: Omit<PlatformDescriptor, 'codec'> = {
  id: 'gemini-cli',
  clientNames: ['gemini-cli-mcp-client'],
  events: {
    SessionStart: 'session_start',
    BeforeAgent: 'user_prompt',
    BeforeTool: 'pre_tool',
    AfterTool: 'post_tool',
    PreCompress: 'pre_compact',
    AfterAgent: 'stop',
    SessionEnd: 'session_end',
  },
  capabilities: {
    // By `deny` after the call, whose reason stands for the result: shown as an error.
    replaces: 'all',
    canRewrite: true,
    canRefuse: true,
    canAsk: false,
    contextOn: ['session_start', 'user_prompt', 'post_tool'],
    contextMaxChars: undefined,
  },
  silence: {},
  toolName: (tool) => `mcp_${PRODUCT_NAME}_${tool}`,
  hostTools: {
    shell: ['run_shell_command'],
    read: ['read_file', 'read_many_files'],
    search: ['grep_search', 'search_file_content', 'glob', 'list_directory'],
    web: ['web_fetch'],
  },
  unlistedTools: [],
  // Its own cap is not known: the smallest that is known of any agent, so that savings are not said to be larger than they are.
  shellCap: { wholeChars: 30_000, previewBytes: 2_048 },
  structuredReplacesText: true,
  callIdMeta: undefined,
  // Unless the user trusts the server in the settings, which an export leaves to him.
  asksBeforeCalls: true,
  fileReader: { tool: 'read_file', pathField: 'file_path' },
  rulesFiles: {
    inFolders: ['GEMINI.md'],
    inHome: ['.gemini/GEMINI.md'],
    notesBesideTranscript: undefined,
  },
  continuedStarts: ['resume'],
};
