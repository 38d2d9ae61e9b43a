import { isRecord, type JsonRecord, parseJson, stringField } from '#core/json.ts';
import { kiroCodec } from '../codecs/kiro.ts';
import { type CallVocabulary, type CommonTool, firstText, renamed } from './vocabulary.ts';

/** A read names one path, or a list of operations with a path each: the first stands for them. */
function readInput(input: JsonRecord): JsonRecord {
  const [first] = Array.isArray(input.operations) ? input.operations.filter(isRecord) : [];
  const path = firstText(input, ['file_path', 'path']) ?? firstText(first ?? {}, ['path', 'file_path']);
  return path === undefined ? input : { ...input, file_path: path };
}

const FILE: CommonTool['input'] = renamed('file_path', ['file_path', 'path']);
const SHELL: CommonTool = { tool: 'Bash', input: renamed('description', ['description', 'summary']) };
const READ: CommonTool = { tool: 'Read', input: readInput };
const WRITE: CommonTool = { tool: 'Write', input: FILE };
const EDIT: CommonTool = { tool: 'Edit', input: FILE };

/** `{exit_status, stdout, stderr}` of a shell of 2.x, as an object, as JSON text, or as the only part of a list. */
function shellResult(response: unknown): JsonRecord | undefined {
  if (typeof response === 'string') return shellResult(parseJson(response));
  if (Array.isArray(response)) return response.length === 1 ? shellResult(response[0]) : undefined;
  if (!isRecord(response)) return undefined;
  if (response.stdout !== undefined || response.exit_status !== undefined) return response;
  return shellResult(response.result ?? response.content ?? response.Json);
}

/** Tools of Kiro: version 3 as seen and as documented, and 2.x. */
export const kiroCalls: CallVocabulary = {
  tools: {
    shell: SHELL,
    execute_bash: SHELL,
    execute_cmd: SHELL,
    read: READ,
    read_file: READ,
    fs_read: READ,
    write: WRITE,
    write_file: WRITE,
    fs_write: WRITE,
    str_replace: EDIT,
    glob: { tool: 'Glob' },
    grep: { tool: 'Grep' },
    grep_search: { tool: 'Grep', input: renamed('pattern', ['pattern', 'query']) },
    web_fetch: { tool: 'WebFetch' },
    web_search: { tool: 'WebSearch' },
    use_subagent: { tool: 'Agent', input: renamed('prompt', ['prompt', 'query', 'task']) },
  },
  mcpName: (toolName) => {
    const [, server = '', tool] = /^@([^/]+)\/(.+)$/.exec(toolName) ?? [];
    return tool === undefined ? undefined : `mcp__${server}__${tool}`;
  },
  said({ toolResponse }) {
    const text = kiroCodec.resultText(toolResponse);
    if (text === undefined) return undefined;
    const shell = shellResult(toolResponse);
    if (shell === undefined) return { text, isFailed: false };
    const parts = [stringField(shell, 'stdout'), stringField(shell, 'stderr')];
    const status = shell.exit_status ?? shell.exitCode;
    const isFailed = status !== undefined && !['0', 0, 'exit status: 0'].includes(status as string | number);
    return { text: parts.filter((part) => part !== undefined && part !== '').join('\n'), isFailed };
  },
};
