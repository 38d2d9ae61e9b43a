import { isRecord } from '#core/json.ts';
import { TOOL_NAMES } from '#core/tool-names.ts';
import { cursorCodec } from '../codecs/cursor.ts';
import { type CallVocabulary, renamed } from './vocabulary.ts';

const MCP = 'MCP:';
const OWN: ReadonlySet<string> = new Set<string>(TOOL_NAMES);
const FILE = renamed('file_path', ['file_path', 'path', 'target_file']);

/** Tools of Cursor by its documentation, and the names that its editor had before. */
export const cursorCalls: CallVocabulary = {
  tools: {
    Shell: { tool: 'Bash' },
    run_terminal_cmd: { tool: 'Bash' },
    Read: { tool: 'Read', input: FILE },
    read_file: { tool: 'Read', input: FILE },
    Write: { tool: 'Write', input: FILE },
    edit_file: { tool: 'Edit', input: FILE },
    Grep: { tool: 'Grep', input: renamed('pattern', ['pattern', 'query']) },
    grep_search: { tool: 'Grep', input: renamed('pattern', ['pattern', 'query']) },
    Task: { tool: 'Agent' },
    WebFetch: { tool: 'WebFetch' },
    WebSearch: { tool: 'WebSearch', input: renamed('query', ['query', 'search_term']) },
    web_search: { tool: 'WebSearch', input: renamed('query', ['query', 'search_term']) },
    TodoWrite: { tool: 'TodoWrite' },
  },
  // Without the name of the server.
  mcpName: (toolName) => {
    if (!toolName.startsWith(MCP)) return undefined;
    const tool = toolName.slice(MCP.length);
    return OWN.has(tool) ? `mcp__plimsoll__${tool}` : `mcp__${tool}`;
  },
  said({ toolResponse }) {
    const text = cursorCodec.resultText(toolResponse);
    if (text === undefined) return undefined;
    const code = isRecord(toolResponse) ? (toolResponse.exit_code ?? toolResponse.exitCode) : 0;
    return { text, isFailed: typeof code === 'number' && code !== 0 };
  },
};
