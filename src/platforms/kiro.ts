import { PRODUCT_NAME } from '#core/tool-names.ts';
import { kiroCodec } from './codecs/kiro.ts';
import type { PlatformDescriptor } from './define.ts';
import { steeringFile } from './kiro-parts.ts';
import type { PlatformSetup, SetupPlace } from './setup.ts';
import { exactly, hookName, jsonFile, nativeEvents, serverEntry } from './setup-parts.ts';

/** Kiro: IDE from 1.0 and CLI from 3.0 on. Facts from documentation and packages, never run by us. */
export const kiro: PlatformDescriptor = {
  id: 'kiro',
  clientNames: ['Kiro CLI'],
  codec: kiroCodec,
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
  shownToolName: (tool) => tool,
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
  fileReader: { tool: 'read_file', pathField: 'path', range: 'offset and limit' },
  rulesFiles: {
    inFolders: ['AGENTS.md'],
    inHome: ['.kiro/steering/AGENTS.md'],
    notesBesideTranscript: undefined,
  },
  compaction: 'certain',
  continuedStarts: [],
};

const TIMEOUT_S = 10;

/** What can flood: tools by name, by the group that Kiro has for the web, and those of MCP servers; undefined: no matcher. */
function matcherOf(event: string): string | undefined {
  const { shell, read, search, web } = kiro.hostTools;
  if (event === 'PreToolUse') return `${exactly([...shell, ...read, ...search, ...web, 'web'])}|^@`;
  return event === 'PostToolUse' ? '.*' : undefined;
}

const hook = ({ launcher }: SetupPlace, event: string) => ({
  name: hookName(event),
  trigger: event,
  ...(matcherOf(event) === undefined ? {} : { matcher: matcherOf(event) }),
  action: { type: 'command', command: launcher.hook(kiro.id, event) },
  timeout: TIMEOUT_S,
});

/** The files below the folder that is `.kiro` of a project or of the user. */
function filesIn(folder: string, place: SetupPlace) {
  const events = Object.keys(kiro.events);
  // Kiro before 3.1 does not know these, and may pass over the whole file in which they stand: they have one of their own.
  const compaction = nativeEvents(kiro.events, 'pre_compact', 'post_compact');
  const hooks = (chosen: readonly string[]) => ({
    version: 'v1',
    hooks: chosen.map((event) => hook(place, event)),
  });
  const hookFile = (name: string, chosen: readonly string[]) => ({
    ...jsonFile(`${folder}/hooks/${name}.json`, hooks(chosen)),
    refuses: ['link'] as const,
  });
  return [
    hookFile(
      'plimsoll',
      events.filter((event) => !compaction.includes(event)),
    ),
    hookFile('plimsoll-compact', compaction),
    steeringFile(folder),
  ];
}

const server = (place: SetupPlace) => ({
  ...serverEntry(place, kiro.id),
  // They read what is ours, and nothing else.
  autoApprove: ['ctx_search', 'ctx_read', 'ctx_stats'],
  disabled: false,
});

/** How Kiro from 3.0 on is set up. */
export const kiroSetup: PlatformSetup = {
  id: 'kiro',
  displayName: 'Kiro',
  provenance: {
    versions: ['IDE 1.4.121', 'CLI 3.6.0'],
    date: '2026-11',
    proof: 'documented',
    link: 'https://kiro.dev/docs/hooks',
  },
  detection: { homeFolders: ['.kiro'], commands: ['kiro-cli', 'kiro'] },
  requiredEvents: ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse'],
  compaction:
    'PreCompact, which exit code 2 would refuse; PostCompact, whose text is added; both from CLI 3.1 and IDE 1.4.121 on',
  contextSource: 'none in hooks',
  failsClosedOn: [],
  cautions: [
    'Exit code 2 of PreCompact refuses the compaction; ours never does.',
    'An empty answer to UserPromptSubmit leaves a note about the exit code in the conversation.',
    'What a hook prints is cut at 3,000 characters.',
    'A hook file that is a link is passed over.',
    'Results can be neither replaced nor added to: calls are refused with the call that does the same.',
  ],
  ownInstaller: undefined,
  files: {
    events: () => Object.keys(kiro.events),
    installed: (place) => [
      {
        kind: 'json',
        path: `${place.folder}/.kiro/settings/mcp.json`,
        entries: [{ kind: 'member', path: ['mcpServers', 'plimsoll'], value: server(place) }],
      },
      ...filesIn(`${place.folder}/.kiro`, place),
    ],
    packaged: (place) => [
      jsonFile(`${place.folder}/settings/mcp.json`, { mcpServers: { plimsoll: server(place) } }),
      ...filesIn(place.folder, place),
    ],
    nextSteps: {
      user: ['Start Kiro again; hooks are read while it runs, servers at its start.'],
      project: ['Open the project in Kiro again, and trust it when it asks.'],
      package: [
        'Copy what is in the folder into `.kiro` of a project, or into `~/.kiro`.',
        'Start Kiro again.',
      ],
    },
  },
};
