import { cursorCodec } from './codecs/cursor.ts';
import type { PlatformDescriptor } from './define.ts';
import { instructionText } from './instructions.ts';
import type { PlatformSetup, SetupPlace } from './setup.ts';
import { exactly, hookMarks, jsonFile, serverEntry, withFrontMatter } from './setup-parts.ts';

/** Cursor: its IDE and its CLI. Facts from documentation and packages, never run by us. */
export const cursor: PlatformDescriptor = {
  id: 'cursor',
  clientNames: ['cursor-vscode', 'cursor'],
  codec: cursorCodec,
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
  shownToolName: (tool) => tool,
  hostTools: { shell: ['Shell'], read: ['Read'], search: ['Grep'], web: ['WebFetch'] },
  unlistedTools: [],
  // Its own cap is not known: the smallest that is known of any agent, so that savings are not said to be larger than they are.
  shellCap: { wholeChars: 30_000, previewBytes: 2_048 },
  structuredReplacesText: true,
  callIdMeta: undefined,
  asksBeforeCalls: true,
  fileReader: undefined,
  rulesFiles: { inFolders: ['AGENTS.md', 'CLAUDE.md'], inHome: [], notesBesideTranscript: undefined },
  compaction: 'certain',
  // It names no source, and fires neither on resume nor after a compaction.
  continuedStarts: [],
};

const TIMEOUT_S = 5;

/** What a hook has beside its command. A subagent can bring a long report. */
function optionsOf(event: string): object {
  const { shell, read, search, web } = cursor.hostTools;
  if (event === 'preToolUse')
    return { matcher: `${exactly([...shell, ...read, ...search, ...web, 'Task'])}|^MCP:` };
  // Once is enough: we never make it go on.
  return event === 'stop' ? { loop_limit: 1 } : {};
}

const hook = ({ launcher }: SetupPlace, event: string) => ({
  command: launcher.hook(cursor.id, event),
  timeout: TIMEOUT_S,
  ...optionsOf(event),
});

const server = (place: SetupPlace) => ({
  type: 'stdio',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the agent fills it in
  ...serverEntry(place, cursor.id, { PLIMSOLL_PROJECT: '${workspaceFolder}' }),
});

const rule = (): string =>
  withFrontMatter(
    { description: 'Route large outputs through plimsoll', alwaysApply: true },
    instructionText({
      agent: 'Cursor',
      shell: 'The shell tool',
      read: 'the read tool',
      edit: 'the edit tool',
      web: undefined,
    }),
  );

/** How Cursor is set up. */
export const cursorSetup: PlatformSetup = {
  id: 'cursor',
  displayName: 'Cursor',
  provenance: {
    versions: ['CLI 2026.09.18', 'IDE 3.18.25'],
    date: '2026-09',
    proof: 'documented',
    link: 'https://cursor.com/docs/agent/hooks',
  },
  detection: { homeFolders: ['.cursor'], commands: ['cursor', 'cursor-agent'] },
  requiredEvents: ['sessionStart', 'preToolUse', 'postToolUse'],
  compaction: 'preCompact, which can only look; the next postToolUse brings the memory back',
  contextSource: 'preCompact: `context_tokens`, `context_window_size`',
  failsClosedOn: [
    'a hook before a call that exits with 0 and prints no JSON',
    'any failure, with `failClosed: true`',
  ],
  cautions: [
    'One mistake in hooks.json (an unknown event, a bad expression, a comma too many, a byte order mark) and the whole file is ignored.',
    'A hooks.json that is a link is refused.',
    'Added context above 10,000 characters of all hooks together is dropped as a whole.',
    'It runs hooks of Claude Code, too; ours stay silent there.',
    'It has no instruction file for the user: the rule is part of a project or of a plugin.',
  ],
  ownInstaller: undefined,
  files: {
    events: () => Object.keys(cursor.events),
    installed: (place) => [
      {
        kind: 'json',
        path: `${place.folder}/.cursor/mcp.json`,
        entries: [{ kind: 'member', path: ['mcpServers', 'plimsoll'], value: server(place) }],
      },
      {
        kind: 'json',
        path: `${place.folder}/.cursor/hooks.json`,
        refuses: ['comments', 'last comma', 'byte order mark', 'link'],
        entries: [
          { kind: 'default', path: ['version'], value: 1 },
          ...Object.keys(cursor.events).map((event) => ({
            kind: 'elements' as const,
            path: ['hooks', event] as const,
            values: [hook(place, event)],
            marks: hookMarks(cursor.id),
          })),
        ],
      },
      ...(place.scope === 'user'
        ? []
        : [{ kind: 'own' as const, path: `${place.folder}/.cursor/rules/plimsoll.mdc`, text: rule() }]),
    ],
    packaged: (place) => [
      jsonFile(`${place.folder}/.cursor-plugin/plugin.json`, {
        name: 'plimsoll',
        displayName: 'Plimsoll',
        description:
          'Keeps large tool output out of the context window, and brings the work back after compaction.',
        version: place.version,
        license: 'MIT',
      }),
      jsonFile(`${place.folder}/mcp.json`, { mcpServers: { plimsoll: server(place) } }),
      jsonFile(`${place.folder}/hooks/hooks.json`, {
        version: 1,
        hooks: Object.fromEntries(Object.keys(cursor.events).map((event) => [event, [hook(place, event)]])),
      }),
      { kind: 'own', path: `${place.folder}/rules/plimsoll.mdc`, text: rule() },
    ],
    nextSteps: {
      user: [
        'Start Cursor again, and switch the server on under Settings, MCP.',
        'For cursor-agent: `cursor-agent mcp enable plimsoll`.',
        'Cursor reads rules from projects only: `plimsoll export cursor --project --write` adds ours to one.',
      ],
      project: [
        'Open the project in Cursor again and trust the workspace: hooks of a project run only then.',
        'Switch the server on under Settings, MCP; for cursor-agent: `cursor-agent mcp enable plimsoll`.',
      ],
      package: ['Copy the folder to ~/.cursor/plugins/local/plimsoll.', 'Start Cursor again.'],
    },
  },
};
