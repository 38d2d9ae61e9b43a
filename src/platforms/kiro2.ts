import { PRODUCT_NAME } from '#core/tool-names.ts';
import { kiroCodec } from './codecs/kiro.ts';
import type { PlatformDescriptor } from './define.ts';
import { steeringFile } from './kiro-parts.ts';
import type { PlatformSetup, SetupPlace } from './setup.ts';
import { jsonFile, serverEntry } from './setup-parts.ts';

/** Kiro CLI 2.x: hooks in the file of an agent. Facts from documentation and packages, never run by us. */
export const kiro2: PlatformDescriptor = {
  id: 'kiro2',
  clientNames: ['Q-DEV-CLI'],
  codec: kiroCodec,
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
  shownToolName: (tool) => tool,
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
  // It has no such event.
  compaction: 'certain',
  continuedStarts: [],
};

const TIMEOUT_MS = 8_000;

/** Matchers are whole names or patterns of a shell, so every name needs a hook of its own; undefined: no matcher. */
function matchersOf(event: string): readonly string[] | undefined {
  const { shell, read, search, web } = kiro2.hostTools;
  if (event === 'preToolUse') return [...shell, ...read, ...search, ...web, `@${PRODUCT_NAME}`];
  return event === 'postToolUse' ? ['*'] : undefined;
}

function hooksOf({ launcher }: SetupPlace, event: string) {
  const hook = { command: launcher.hook(kiro2.id, event), timeout_ms: TIMEOUT_MS };
  const matchers = matchersOf(event);
  return matchers === undefined ? [hook] : matchers.map((matcher) => ({ matcher, ...hook }));
}

/** The agent that has our hooks; they run only while it is selected. */
const agentFile = (folder: string, place: SetupPlace) =>
  jsonFile(`${folder}/agents/plimsoll.json`, {
    name: 'plimsoll',
    description: 'The default agent with plimsoll: large output stays out of the context.',
    tools: ['*'],
    includeMcpJson: true,
    mcpServers: { plimsoll: serverEntry(place, kiro2.id) },
    resources: [
      'file://.kiro/steering/**/*.md',
      ...(place.scope === 'user' ? ['file://~/.kiro/steering/**/*.md'] : []),
      'skill://.kiro/skills/**/SKILL.md',
    ],
    hooks: Object.fromEntries(Object.keys(kiro2.events).map((event) => [event, hooksOf(place, event)])),
  });

/** How Kiro CLI 2.x is set up. */
export const kiro2Setup: PlatformSetup = {
  id: 'kiro2',
  displayName: 'Kiro CLI 2',
  provenance: {
    versions: ['CLI 2.22.1'],
    date: '2026-09',
    proof: 'documented',
    link: 'https://kiro.dev/docs/cli/custom-agents/configuration-reference',
  },
  // Its folder and its command are those of Kiro 3: it is set up on request only.
  detection: { homeFolders: [], commands: [] },
  requiredEvents: ['agentSpawn', 'preToolUse', 'postToolUse'],
  compaction: 'no event',
  contextSource: 'none in hooks',
  failsClosedOn: [],
  cautions: [
    'Hooks belong to an agent and run only while that agent is selected.',
    'Hooks of such an agent do not work in Kiro CLI 3.',
    'A matcher is a whole name or a pattern such as `fs_*`, no regular expression.',
    'An agent without `tools` has none, and one without `includeMcpJson` none of the other servers.',
  ],
  ownInstaller: undefined,
  files: {
    events: () => Object.keys(kiro2.events),
    installed: (place) => [agentFile(`${place.folder}/.kiro`, place), steeringFile(`${place.folder}/.kiro`)],
    packaged: (place) => [agentFile(place.folder, place), steeringFile(place.folder)],
    nextSteps: {
      user: ['Start Kiro CLI with this agent: `kiro-cli chat --agent plimsoll`.'],
      project: ['Start Kiro CLI in the project with this agent: `kiro-cli chat --agent plimsoll`.'],
      package: [
        'Copy what is in the folder into `.kiro` of a project, or into `~/.kiro`.',
        'Start Kiro CLI with this agent: `kiro-cli chat --agent plimsoll`.',
      ],
    },
  },
};
