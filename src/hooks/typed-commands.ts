import type { ToolName } from '#core/tool-names.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';

/** A command that a person types in place of a prompt. */
export interface TypedCommand {
  readonly tool: ToolName;
  /** What is looked for; with `ctx_search` alone. */
  readonly question?: string;
}

/** Commands that only tell something, by the word behind `ctx`. What changes something goes through the agent's own prompt. */
const TELLING: Readonly<Record<string, ToolName>> = {
  stats: 'ctx_stats',
  doctor: 'ctx_doctor',
  purge: 'ctx_purge',
  upgrade: 'ctx_upgrade',
};

/** Longest text that is looked at: a question for a search has no more. */
const MAX_CHARS = 500;

const WORDS = /^ctx[ \t-]([a-z]+)$/i;
const COMMAND = /^ctx-([a-z]+)(?:[ \t]+(\S[^\n]*))?$/i;

/** What a slash command is called, the agent's prefix for ours left out or not; undefined when it is none. */
function afterSlash(text: string, prefix: string | undefined): string | undefined {
  if (!text.startsWith('/') || prefix === undefined) return undefined;
  return text.startsWith(prefix) ? text.slice(prefix.length) : text.slice(1);
}

/** What an agent's descriptor says of commands. */
interface CommandFacts extends Pick<PlatformDescriptor, 'unlistedTools'> {
  readonly commandPrefix?: string | undefined;
}

/**
 * The command that a whole prompt is: `ctx stats`, or one of the agent's slash commands without arguments. Undefined for
 * every other prompt, one that only begins so too, and where the agent lists the tool: there the model calls it.
 */
export function typedCommand(
  prompt: string | undefined,
  { unlistedTools, commandPrefix }: CommandFacts,
): TypedCommand | undefined {
  const text = prompt?.trim() ?? '';
  if (text === '' || text.length > MAX_CHARS) return undefined;
  const slashed = afterSlash(text, commandPrefix);
  const [, word = '', rest] = (slashed === undefined ? WORDS : COMMAND).exec(slashed ?? text) ?? [];
  const name = word.toLowerCase();
  if (name === 'search' && rest !== undefined) return { tool: 'ctx_search', question: rest };
  // With a slash this one leads through its steps, which takes the model.
  if (rest !== undefined || (name === 'upgrade' && slashed !== undefined)) return undefined;
  const tool = Object.hasOwn(TELLING, name) ? TELLING[name] : undefined;
  return tool !== undefined && unlistedTools.includes(tool) ? { tool } : undefined;
}
