import type { JsonRecord } from '#core/json.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Fields of other agents' events, none of which Claude Code sends. */
const FIELDS =
  /^(?:cursor_version|conversation_id|conversationId|workspace_roots|toolCall|toolName|tool_call_id|tool_result|turn_id|sessionId|submitted_prompt|timestamp|agent_action_name|trajectory_id|clineVersion|taskId|client_type|is_mcp_tool|working_dir|event|CLAUDE_ENV_FILE)$/;

/** Folders in which other agents keep their conversations. */
const FOLDERS = /[\\/]\.(?:codex|factory|cursor|copilot|qwen|gemini|augment|qoder|kiro|kimi[\w-]*)[\\/]/;

/** Set by agents for their hooks alone. */
const HOOKS =
  /^(?:CURSOR_VERSION|COPILOT_PROJECT_DIR|ANTIGRAVITY_CONVERSATION_ID|(?:DROID|FACTORY|DEVIN|AUGMENT|QWEN|GEMINI)_PROJECT_DIR|QODER_SESSION_ID)$/;

/** Set for everything that an agent starts: they say something only where Claude Code itself does not. */
const CHILDREN = /^(?:COPILOT_CLI|CRUSH|GEMINI_SESSION_ID|QWEN_CODE_CLI)$/;

/**
 * Other agents read Claude Code's hooks and run them as their own. Its answers are not in their dialect, and what happens
 * there is told by hooks of their own. The shape of the event tells, then the environment. `CLAUDE_PROJECT_DIR` proves
 * nothing: half of them set it.
 */
export function isForeign(input: JsonRecord, env: Variables): boolean {
  if (Object.keys(input).some((key) => FIELDS.test(key))) return true;
  if (FOLDERS.test(String(input.transcript_path))) return true;
  const isClaudes = env.CLAUDECODE === '1';
  // A Claude Code plugin in Codex: this one of its own, and no sign of Claude Code.
  if (!isClaudes && env.PLUGIN_ROOT && env.CLAUDE_PLUGIN_ROOT) return true;
  return Object.keys(env).some(
    (key) => Boolean(env[key]) && (HOOKS.test(key) || (!isClaudes && CHILDREN.test(key))),
  );
}
