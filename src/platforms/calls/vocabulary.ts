import type { HookEvent } from '#core/hook-event.ts';
import { isRecord, type JsonRecord, stringField } from '#core/json.ts';

/** A tool of the reference vocabulary, and its input made of the agent's own; absent: as the agent sent it. */
export interface CommonTool {
  readonly tool: string;
  readonly input?: (input: JsonRecord) => JsonRecord;
}

/** What a result says, and whether the call failed although the agent reports a result. */
interface SaidResult {
  readonly text: string;
  readonly isFailed: boolean;
}

/**
 * How an agent names its tools and their fields, beside those of the reference vocabulary, which is that of Claude Code: what
 * is remembered of a call is worked out from it, whoever made the call.
 */
export interface CallVocabulary {
  /** By the agent's own name of a tool; older names included. */
  readonly tools: Readonly<Record<string, CommonTool>>;
  /** `mcp__server__tool` for a tool of an MCP server; undefined for every other name. */
  mcpName(toolName: string): string | undefined;
  /** Undefined when the event has no result. */
  said(event: HookEvent): SaidResult | undefined;
}

/** The first of these fields that holds a text. */
export const firstText = (input: JsonRecord, keys: readonly string[]): string | undefined => {
  for (const key of keys) {
    const value = stringField(input, key);
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
};

/** The input with the first of `keys` as `name` too. */
export const renamed =
  (name: string, keys: readonly string[]) =>
  (input: JsonRecord): JsonRecord => {
    const value = firstText(input, keys);
    return value === undefined ? input : { ...input, [name]: value };
  };

const isAbsolute = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);

/** Files are named as absolute paths, as the reference vocabulary does. */
function withFile(input: JsonRecord, cwd: string): JsonRecord {
  const path = stringField(input, 'file_path');
  return path === undefined || path === '' || isAbsolute(path) || cwd === ''
    ? input
    : { ...input, file_path: `${cwd}/${path.replace(/^\.\//, '')}` };
}

/** The event in the reference vocabulary; the same event where nothing of it is the agent's own. */
export function commonEvent(event: HookEvent, vocabulary: CallVocabulary): HookEvent {
  const { toolName, toolInput, name } = event;
  if (toolName === undefined) return event;
  const known = Object.hasOwn(vocabulary.tools, toolName) ? vocabulary.tools[toolName] : undefined;
  const tool = known?.tool ?? vocabulary.mcpName(toolName) ?? toolName;
  const input = isRecord(toolInput) ? withFile(known?.input?.(toolInput) ?? toolInput, event.cwd) : toolInput;
  const said = vocabulary.said(event);
  const response = tool === 'Bash' && said !== undefined ? { stdout: said.text, stderr: '' } : said?.text;
  const isFailed = name === 'post_tool' && said?.isFailed === true;
  return {
    ...event,
    toolName: tool,
    ...(input === undefined ? {} : { toolInput: input }),
    ...(response === undefined ? {} : { toolResponse: isFailed ? said?.text : response }),
    ...(isFailed ? { name: 'post_tool_failure' } : {}),
  };
}
