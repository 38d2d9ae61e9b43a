/** Names of our MCP tools, as the server defines them (product names are fixed). */
export const TOOL_NAMES = [
  'ctx_execute',
  'ctx_execute_file',
  'ctx_batch_execute',
  'ctx_index',
  'ctx_search',
  'ctx_read',
  'ctx_fetch_and_index',
  'ctx_jobs',
  'ctx_stats',
  'ctx_purge',
  'ctx_doctor',
  'ctx_upgrade',
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

/** The unlisted tool that `mcp_tool` hooks call; see docs/hooks.md. */
export const HOOK_TOOL_NAME = 'hook_event';

/** Product name; also the plugin, marketplace, CLI and npm package. */
export const PRODUCT_NAME = 'plimsoll';
/** MCP server key inside the Claude Code plugin. */
export const PLUGIN_SERVER_KEY = 'ctx';

/** Key under `_meta` of an answer for the fields that a client must not show in place of the text. */
export const STRUCTURED_META = 'plimsoll/structured';
