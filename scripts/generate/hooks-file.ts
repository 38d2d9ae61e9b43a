import { HOOK_TOOL_NAME, PLUGIN_SERVER_KEY, PRODUCT_NAME, TOOL_NAMES } from '#core/tool-names.ts';
import { claudeCode } from '#platforms/claude-code.ts';

/** A call into our running server takes milliseconds; this is for a server that hangs. */
const TOOL_TIMEOUT_S = 10;
const PROCESS_TIMEOUT_S = 10;

/** The event's fields that the server is given; the host fills in what the event has. */
const COMMON = ['session_id', 'transcript_path', 'cwd', 'agent_id'];
const TOOL_CALL = ['tool_name', 'tool_use_id', 'tool_input'];

interface ToolHook {
  readonly fields: readonly string[];
  readonly matcher?: string;
}

/**
 * Our own tools are left out before they run: there are no permission rules of ours to decide on them yet. (Their
 * results are recorded like any other.)
 */
const ownTools = TOOL_NAMES.map((tool) => claudeCode.toolName(tool)).join('|');
const NOT_OWN_TOOLS = `^(?!(?:${ownTools})$).*$`;

/** Events that reach the running server, which costs no process; see docs/hooks.md. */
const TOOL_HOOKS: Readonly<Record<string, ToolHook>> = {
  UserPromptSubmit: { fields: ['prompt'] },
  PreToolUse: { fields: TOOL_CALL, matcher: NOT_OWN_TOOLS },
  PostToolUse: { fields: [...TOOL_CALL, 'tool_response'] },
  PostToolUseFailure: { fields: [...TOOL_CALL, 'error'] },
  PreCompact: { fields: ['trigger', 'custom_instructions'] },
  SubagentStop: { fields: ['agent_type'] },
  Stop: { fields: [] },
};

/** Events at which the client has no connection to the server: a process reads them. */
const PROCESS_HOOKS = ['SessionStart', 'SessionEnd'];

const placeholder = (name: string): string => `\${${name}}`;

const toolHook = ({ fields, matcher }: ToolHook) => ({
  ...(matcher === undefined ? {} : { matcher }),
  hooks: [
    {
      type: 'mcp_tool',
      server: `plugin:${PRODUCT_NAME}:${PLUGIN_SERVER_KEY}`,
      tool: HOOK_TOOL_NAME,
      timeout: TOOL_TIMEOUT_S,
      input: {
        event: placeholder('hook_event_name'),
        ...Object.fromEntries([...COMMON, ...fields].map((name) => [name, placeholder(name)])),
      },
    },
  ],
});

const processHook = (event: string) => ({
  hooks: [
    {
      type: 'command',
      command: 'node',
      args: [`${placeholder('CLAUDE_PLUGIN_ROOT')}/dist/hook.cjs`, claudeCode.id, event],
      timeout: PROCESS_TIMEOUT_S,
    },
  ],
});

/** hooks/hooks.json of the Claude Code plugin. */
export const hooksFile = () => ({
  description: 'plimsoll: records what happened, and tells the model once per context which tools there are',
  hooks: {
    ...Object.fromEntries(PROCESS_HOOKS.map((event) => [event, [processHook(event)]])),
    ...Object.fromEntries(Object.entries(TOOL_HOOKS).map(([event, hook]) => [event, [toolHook(hook)]])),
  },
});
