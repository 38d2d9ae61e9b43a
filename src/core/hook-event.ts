/** Canonical hook events; a codec maps each agent's own names to these. */
export const HOOK_EVENTS = [
  'session_start',
  'user_prompt',
  'pre_tool',
  'post_tool',
  'post_tool_failure',
  'pre_compact',
  'post_compact',
  'rules_loaded',
  'folder_changed',
  'subagent_start',
  'subagent_stop',
  'stop',
  'session_end',
] as const;

export type HookEventName = (typeof HOOK_EVENTS)[number];

/** One hook call in neutral form: what the features see, whatever agent sent it. */
export interface HookEvent {
  readonly platform: string;
  readonly name: HookEventName;
  readonly sessionId: string;
  readonly cwd: string;
  readonly agentId?: string;
  readonly transcriptPath?: string;
  readonly toolName?: string;
  readonly toolUseId?: string;
  /** The permission mode of the session, in the agent's own word. */
  readonly permissionMode?: string;
  /** Arguments of the tool call as the agent sent them; undefined when absent. */
  readonly toolInput?: unknown;
  /** The tool's result as the agent sent it; undefined when absent. */
  readonly toolResponse?: unknown;
  readonly prompt?: string;
  /** Why the event happened: source, trigger or reason in the agent's own word. */
  readonly detail?: string;
  /** What the assistant said last; on `stop` and `subagent_stop`. */
  readonly message?: string;
  /** Kind of the subagent it happened in, or that starts or stops. */
  readonly agentType?: string;
  /** What the user wrote behind the command to compact; on `pre_compact`. */
  readonly instructions?: string;
  /** Rules file that the agent loaded, absolute; on `rules_loaded`. */
  readonly file?: string;
}
