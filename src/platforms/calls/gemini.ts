import { isRecord, type JsonRecord, stringField } from '#core/json.ts';
import { geminiText } from '../codecs/gemini-result.ts';
import { type CallVocabulary, type CommonTool, renamed } from './vocabulary.ts';

/** The host puts this in front of what a command printed, and lines about the process behind it. */
const SHELL_HEAD = /^Output: /;
const SHELL_TAIL = /\n(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): .*$/;
const EXIT_CODE = /\nExit Code: [1-9]\d*(?:\n|$)/;
/** Of a long file it reads the first part, and says so. */
const CUT_HEAD =
  /^\s*IMPORTANT: The file content has been truncated\.[\s\S]*?--- FILE CONTENT \(truncated\) ---\n/;

function printed(text: string): string {
  let rest = text;
  while (SHELL_TAIL.test(rest)) rest = rest.replace(SHELL_TAIL, '');
  const output = rest.replace(SHELL_HEAD, '');
  return output === '(empty)' ? '' : output;
}

const URL = /https?:\/\/[^\s'"<>)\]]+/;

/** It is asked in a sentence that holds the address. */
const page = (input: JsonRecord): JsonRecord => {
  const url = stringField(input, 'url') ?? URL.exec(stringField(input, 'prompt') ?? '')?.[0];
  return url === undefined ? input : { ...input, url };
};

const todos = (input: JsonRecord): JsonRecord =>
  Array.isArray(input.todos)
    ? { todos: input.todos.filter(isRecord).map((todo) => ({ ...todo, content: todo.description })) }
    : input;

const FILE: CommonTool['input'] = renamed('file_path', ['file_path', 'absolute_path', 'path']);

/** Tools of Gemini CLI 0.61.0, and those of before. */
export const geminiCalls: CallVocabulary = {
  tools: {
    run_shell_command: { tool: 'Bash' },
    read_file: { tool: 'Read', input: FILE },
    write_file: { tool: 'Write', input: FILE },
    replace: { tool: 'Edit', input: FILE },
    glob: { tool: 'Glob' },
    grep_search: { tool: 'Grep' },
    search_file_content: { tool: 'Grep' },
    web_fetch: { tool: 'WebFetch', input: page },
    google_web_search: { tool: 'WebSearch' },
    write_todos: { tool: 'TodoWrite', input: todos },
    activate_skill: { tool: 'Skill' },
    invoke_agent: { tool: 'Agent', input: renamed('subagent_type', ['agent_name']) },
    enter_plan_mode: { tool: 'EnterPlanMode' },
    exit_plan_mode: { tool: 'ExitPlanMode', input: renamed('plan_file', ['plan_filename', 'plan_path']) },
    ask_user: { tool: 'AskUserQuestion' },
  },
  mcpName: (toolName) => {
    const [, server = '', tool] = /^mcp_([^_]+)_(.+)$/.exec(toolName) ?? [];
    return tool === undefined ? undefined : `mcp__${server}__${tool}`;
  },
  said({ toolName, toolResponse }) {
    const text = geminiText(toolResponse);
    if (text === undefined) return undefined;
    if (toolName === 'run_shell_command') return { text: printed(text), isFailed: EXIT_CODE.test(text) };
    return { text: text.replace(CUT_HEAD, ''), isFailed: false };
  },
};
