import { HOOK_TOOL_NAME, PLUGIN_SERVER_KEY, PRODUCT_NAME, TOOL_NAMES } from '#core/tool-names.ts';
import { TRIGGER_RULES } from '#features/routing/trigger-rules.ts';
import { claudeCode } from '#platforms/claude-code.ts';

/** A call into our running server takes milliseconds; this is for a server that hangs. */
const TOOL_TIMEOUT_S = 10;
const PROCESS_TIMEOUT_S = 10;
/** Before a call of ours the host waits for the verdict, and blocks the call when none comes. */
const VERDICT_TIMEOUT_S = 5;

/** The event's fields that the server is given; the host fills in what the event has. */
const COMMON = ['session_id', 'transcript_path', 'cwd', 'agent_id'];
const TOOL_CALL = ['tool_name', 'tool_use_id', 'tool_input'];

interface ToolHook {
  readonly fields: readonly string[];
  readonly matcher?: string;
  /** The call does not happen when this hook fails; clients before 2.1.295 do not know the field, and pass over it. */
  readonly isBlocking?: boolean;
  /** Permission rules of the client that are asked first: one entry each, and no call where none fits. Empty: always. */
  readonly onlyIf?: readonly string[];
}

const ownTools = TOOL_NAMES.map((tool) => claudeCode.toolName(tool)).join('|');
const OWN_TOOLS = `^(?:${ownTools})$`;
/** Stored originals, wherever the data folder is. The server looks whether it is one of its own. */
const KEPT_FILES = '//**/projects/*/out/*';

/** Events that reach the running server, which costs no process; see docs/hooks.md. */
const TOOL_HOOKS: Readonly<Record<string, readonly ToolHook[]>> = {
  UserPromptSubmit: [{ fields: ['prompt'] }],
  // What our own tools may do is judged. Of the others only those calls are reported to which there may be something to
  // say: every hook costs the client about 7 ms, also one that is answered at once.
  PreToolUse: [
    { fields: [...TOOL_CALL, 'permission_mode'], matcher: OWN_TOOLS, isBlocking: true },
    { fields: TOOL_CALL, matcher: 'Read', onlyIf: [`Read(${KEPT_FILES})`] },
    { fields: TOOL_CALL, matcher: 'Bash', onlyIf: TRIGGER_RULES.map((rule) => `Bash(${rule})`) },
    { fields: TOOL_CALL, matcher: 'WebFetch' },
  ],
  PostToolUse: [{ fields: [...TOOL_CALL, 'tool_response'] }],
  PostToolUseFailure: [{ fields: [...TOOL_CALL, 'error'] }],
  PreCompact: [{ fields: ['trigger', 'custom_instructions'] }],
  SessionStart: [{ fields: ['source'], matcher: 'compact' }],
  PostCompact: [{ fields: ['trigger'] }],
  // Those that are loaded with the session come before the client has the server; the start of the session looks for them.
  InstructionsLoaded: [{ fields: ['file_path'] }],
  CwdChanged: [{ fields: [] }],
  SubagentStart: [{ fields: ['agent_type'] }],
  SubagentStop: [{ fields: ['agent_type', 'last_assistant_message'] }],
  Stop: [{ fields: ['last_assistant_message'] }],
};

/** Events at which the client has no connection to the server: a process reads them. By matcher; empty: all. */
const PROCESS_HOOKS: Readonly<Record<string, string>> = {
  // Whatever else later versions call a start.
  SessionStart: '^(?!compact$).*$',
  SessionEnd: '',
};

const placeholder = (name: string): string => `\${${name}}`;

const toolCall = ({ fields, isBlocking = false }: ToolHook, rule?: string) => ({
  type: 'mcp_tool',
  server: `plugin:${PRODUCT_NAME}:${PLUGIN_SERVER_KEY}`,
  tool: HOOK_TOOL_NAME,
  ...(rule === undefined ? {} : { if: rule }),
  timeout: isBlocking ? VERDICT_TIMEOUT_S : TOOL_TIMEOUT_S,
  ...(isBlocking ? { onFailure: 'block' } : {}),
  input: {
    event: placeholder('hook_event_name'),
    ...Object.fromEntries([...COMMON, ...fields].map((name) => [name, placeholder(name)])),
  },
});

const toolHook = (hook: ToolHook) => ({
  ...(hook.matcher === undefined ? {} : { matcher: hook.matcher }),
  hooks: hook.onlyIf === undefined ? [toolCall(hook)] : hook.onlyIf.map((rule) => toolCall(hook, rule)),
});

const processHook = (event: string, matcher: string) => ({
  ...(matcher === '' ? {} : { matcher }),
  hooks: [
    {
      type: 'command',
      command: 'node',
      args: [`${placeholder('CLAUDE_PLUGIN_ROOT')}/dist/hook.cjs`, claudeCode.id, event],
      timeout: PROCESS_TIMEOUT_S,
    },
  ],
});

/** All groups of an event: those that start a process first. */
function groupsOf(event: string) {
  const matcher = PROCESS_HOOKS[event];
  const processes = matcher === undefined ? [] : [processHook(event, matcher)];
  return [...processes, ...(TOOL_HOOKS[event] ?? []).map(toolHook)];
}

/** hooks/hooks.json of the Claude Code plugin. */
export const hooksFile = () => ({
  description:
    'plimsoll: records what happened, brings it back after compaction, tells the model once per context which tools there are, and judges calls of its tools by your permission rules',
  hooks: Object.fromEntries(
    [...new Set([...Object.keys(PROCESS_HOOKS), ...Object.keys(TOOL_HOOKS)])].map((event) => [
      event,
      groupsOf(event),
    ]),
  ),
});
