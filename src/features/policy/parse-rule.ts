import { err, ok, type Result } from '#core/result.ts';
import type { PermissionRule, RuleSource } from './policy.ts';

/** `Tool`, or `Tool(specifier)`; a tool of an MCP server may end in a star. */
const SHAPE = /^([A-Za-z][\w*-]*)(?:\((.*)\))?$/s;

/** Tools of which the host reads what stands before a colon as a field of the call, which shell text has not. */
const COMMAND_FIELD = /^command:(?!\*$)/;

/**
 * Takes the text of a rule apart. `Tool()` and `Tool(*)` are the tool without a specifier, as in the host. Brackets that
 * the host escaped when it saved a rule (`\(`) are read as brackets.
 *
 * @returns the rule; else one clause that says what is wrong with the text: such a rule holds nothing off
 */
export function parseRule(text: string, source: RuleSource): Result<PermissionRule, string> {
  const match = SHAPE.exec(text.trim());
  if (match === null) return err(`"${text}" is not a rule: write Tool or Tool(specifier)`);
  const [, tool = '', inner] = match;
  if (/\*/.test(tool) && !tool.startsWith('mcp__'))
    return err(`"${text}" has a star in the name of a tool that belongs to no MCP server`);
  const specifier = inner?.replace(/\\([()])/g, '$1').trim();
  if (specifier === undefined || specifier === '' || specifier === '*')
    return ok({ text: text.trim(), tool, source });
  if (tool === 'Bash' && COMMAND_FIELD.test(specifier))
    return err(`"${text}" matches nothing: write the command itself, as in Bash(git push *)`);
  return ok({ text: text.trim(), tool, specifier, source });
}
