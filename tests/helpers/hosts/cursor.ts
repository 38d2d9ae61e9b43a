import { breach, documentOf, type Host, onlyKeys, outcome } from './host.ts';

/** What each event may answer. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  preToolUse: ['permission', 'user_message', 'agent_message', 'updated_input'],
  postToolUse: ['additional_context', 'updated_mcp_tool_output'],
  postToolUseFailure: [],
  beforeSubmitPrompt: ['continue', 'user_message'],
  sessionStart: ['env', 'additional_context'],
  preCompact: ['user_message'],
  stop: ['followup_message'],
};
/** Contexts of all hooks together; longer ones are dropped whole. */
const CONTEXT_CHARS = 10_000;

/** Cursor by its documentation, schemas and packages. */
export const cursor: Host = (end, { event, toolName }) => {
  // 2 blocks; a text that is no JSON blocks a call.
  if (end.exitCode !== 0) breach(`exit code ${end.exitCode}`);
  const document = documentOf(end);
  if (document === undefined) return {};
  onlyKeys(document, KEYS[event] ?? breach(`an answer to ${event}`));
  const context = document.additional_context as string | undefined;
  if (context !== undefined && context.length > CONTEXT_CHARS) breach('the context is dropped');
  const replaced = document.updated_mcp_tool_output;
  if (replaced !== undefined && toolName?.startsWith('MCP:') !== true) breach('a result that is not of MCP');
  if (document.permission === 'ask') breach('ask is not obeyed here');
  const isDenied = document.permission === 'deny';
  if (isDenied && typeof document.agent_message !== 'string') breach('the model is not told why');
  return outcome({ context, replaced, refused: isDenied ? (document.agent_message as string) : undefined });
};
