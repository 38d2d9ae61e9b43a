import { TOOL_NAMES } from '#core/tool-names.ts';

/** What a tool call does, whatever the agent calls the tool. */
export type ToolAct =
  | 'shell'
  | 'read'
  | 'edit'
  | 'write'
  | 'glob'
  | 'grep'
  | 'task-create'
  | 'task-update'
  | 'todo-list'
  | 'delegate'
  | 'skill'
  | 'plan-enter'
  | 'plan-exit'
  | 'ask'
  | 'fetch'
  | 'mcp'
  | 'own'
  | 'other';

const ACTS: Readonly<Record<string, ToolAct>> = {
  Bash: 'shell',
  Read: 'read',
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Write: 'write',
  Glob: 'glob',
  Grep: 'grep',
  TaskCreate: 'task-create',
  TaskUpdate: 'task-update',
  TodoWrite: 'todo-list',
  Agent: 'delegate',
  Task: 'delegate',
  Skill: 'skill',
  EnterPlanMode: 'plan-enter',
  ExitPlanMode: 'plan-exit',
  AskUserQuestion: 'ask',
  WebFetch: 'fetch',
  WebSearch: 'fetch',
};

const MCP_PREFIX = 'mcp__';
const OWN: ReadonlySet<string> = new Set<string>(TOOL_NAMES);

/** The last part of a tool's name on its server: `get_issue` of `mcp__tracker__get_issue`; the name itself elsewhere. */
export const bareName = (toolName: string): string =>
  toolName.startsWith(MCP_PREFIX) ? (toolName.split('__').at(-1) ?? toolName) : toolName;

/** `tracker.get_issue` of `mcp__tracker__get_issue`. */
export const mcpLabel = (toolName: string): string =>
  toolName.slice(MCP_PREFIX.length).split('__').filter(Boolean).join('.');

/** What a tool of this name does; `other` for names that nobody knows. */
export function actOf(toolName: string): ToolAct {
  const act = Object.hasOwn(ACTS, toolName) ? ACTS[toolName] : undefined;
  if (act !== undefined) return act;
  if (OWN.has(bareName(toolName))) return 'own';
  return toolName.startsWith(MCP_PREFIX) ? 'mcp' : 'other';
}
