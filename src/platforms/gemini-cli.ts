import { PRODUCT_NAME } from '#core/tool-names.ts';
import { geminiCodec } from './codecs/gemini.ts';
import type { PlatformDescriptor } from './define.ts';
import { instructionText } from './instructions.ts';
import type { PlatformSetup, SetupPlace } from './setup.ts';
import { exactly, hookMarks, hookName, jsonFile, serverEntry } from './setup-parts.ts';

/** Gemini CLI. Facts by run of the version below, headless; docs/platforms.md has the matrix. */
export const geminiCli: PlatformDescriptor = {
  id: 'gemini-cli',
  clientNames: ['gemini-cli-mcp-client'],
  codec: geminiCodec,
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
  shownToolName: (tool) => `mcp_${PRODUCT_NAME}_${tool}`,
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
  fileReader: { tool: 'read_file', pathField: 'file_path', range: 'start_line and end_line' },
  rulesFiles: {
    inFolders: ['GEMINI.md'],
    inHome: ['.gemini/GEMINI.md'],
    notesBesideTranscript: undefined,
  },
  // With the trigger "auto" before each request to the model; with "manual" for certain.
  compaction: 'tick',
  continuedStarts: ['resume'],
};

/** A hook that takes longer is of no use; ours takes a fraction of a second. */
const TIMEOUT_MS = 5_000;

/** What can flood, tools of MCP servers in the spelling of now and in that of before; undefined: every call. */
function matcherOf(event: string): string | undefined {
  const { shell, read, search, web } = geminiCli.hostTools;
  return event === 'BeforeTool' ? `${exactly([...shell, ...read, ...search, ...web])}|^mcp_|__` : undefined;
}

const instructions = (): string =>
  instructionText({
    agent: 'Gemini CLI',
    shell: '`run_shell_command`',
    read: '`read_file`',
    edit: '`replace`',
    web: '`web_fetch`',
  });

const hookGroup = ({ launcher }: SetupPlace, event: string) => ({
  ...(matcherOf(event) === undefined ? {} : { matcher: matcherOf(event) }),
  hooks: [
    {
      type: 'command',
      name: hookName(event),
      command: launcher.hook(geminiCli.id, event),
      timeout: TIMEOUT_MS,
    },
  ],
});

const server = (place: SetupPlace) => ({ ...serverEntry(place, geminiCli.id), timeout: 30_000 });

/** How Gemini CLI is set up. */
export const geminiCliSetup: PlatformSetup = {
  id: 'gemini-cli',
  displayName: 'Gemini CLI',
  provenance: {
    versions: ['0.61.0'],
    date: '2026-11',
    proof: 'run',
    link: 'https://geminicli.com/docs/hooks/reference',
  },
  detection: { homeFolders: ['.gemini'], commands: ['gemini'] },
  requiredEvents: ['SessionStart', 'BeforeTool', 'AfterTool'],
  compaction: 'PreCompress, before every turn; it can stop nothing',
  contextSource: 'tokens in the transcript; AfterModel `usageMetadata`',
  failsClosedOn: [],
  cautions: [
    'Time limits are milliseconds.',
    'A replaced result is shown as an error, so the text says that the call succeeded.',
    'An answer in the form of Claude Code is ignored, and the tool runs.',
    'It does not start with a comma behind a last item or a byte order mark in its settings; comments are read.',
    'Only GEMINI.md is read, unless `context.fileName` names others.',
    'An untrusted folder starts no server and no hook of the project.',
  ],
  ownInstaller: undefined,
  files: {
    events: () => Object.keys(geminiCli.events),
    installed: (place) => {
      const isUser = place.scope === 'user';
      return [
        {
          kind: 'json',
          path: `${place.folder}/.gemini/settings.json`,
          refuses: ['last comma', 'byte order mark'],
          entries: [
            { kind: 'member', path: ['mcpServers', 'plimsoll'], value: server(place) },
            ...Object.keys(geminiCli.events).map((event) => ({
              kind: 'elements' as const,
              path: ['hooks', event] as const,
              values: [hookGroup(place, event)],
              marks: hookMarks(geminiCli.id),
            })),
          ],
        },
        {
          kind: 'section',
          path: `${place.folder}/${isUser ? '.gemini/' : ''}GEMINI.md`,
          text: instructions(),
        },
      ];
    },
    packaged: (place) => [
      jsonFile(`${place.folder}/gemini-extension.json`, {
        name: 'plimsoll',
        version: place.version,
        description:
          'Keeps large tool output out of the context window, and brings the work back after compaction.',
        contextFileName: 'PLIMSOLL.md',
        mcpServers: { plimsoll: server(place) },
      }),
      jsonFile(`${place.folder}/hooks/hooks.json`, {
        hooks: Object.fromEntries(
          Object.keys(geminiCli.events).map((event) => [event, [hookGroup(place, event)]]),
        ),
      }),
      { kind: 'own', path: `${place.folder}/PLIMSOLL.md`, text: instructions() },
    ],
    nextSteps: {
      user: ['Start Gemini CLI again.', 'Say yes when it asks before the first call of a plimsoll tool.'],
      project: [
        'Start Gemini CLI again in the project, and trust the folder when it asks: without that it starts neither servers nor hooks of a project.',
      ],
      package: ['Run `gemini extensions install <folder>` and say yes.', 'Start Gemini CLI again.'],
    },
  },
};
