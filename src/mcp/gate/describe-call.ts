import type { ToolName } from '#core/tool-names.ts';
import { TOOL_NAMES } from '#core/tool-names.ts';
import type { Act } from '#features/policy/act.ts';
import type { GateCall } from '#features/policy/gate.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { readArguments } from '../arguments.ts';
import { TOOLS } from '../tools/index.ts';

/** The tool of ours behind the name that an agent has for it; undefined for every other tool. */
export const ownTool = (name: string | undefined, platform: PlatformDescriptor): ToolName | undefined =>
  TOOL_NAMES.find((tool) => platform.toolName(tool) === name);

/** What a call would do; undefined when its arguments are wrong, so that it does nothing. */
export function describeCall(tool: ToolName, input: unknown, projectRoot: string): GateCall | undefined {
  const definition = TOOLS.find(({ name }) => name === tool);
  const args = definition === undefined ? undefined : readArguments(definition.input, input);
  if (definition === undefined || args === undefined) return undefined;
  return { tool, input, access: definition.access(args, projectRoot) };
}

const INVISIBLE = /[^\P{C}\n\t]|[\u115F\u1160\u2028\u2029\u3164\uFFA0]/gu;

/** What cannot be seen is spelt out: a person decides by what is shown. */
export const visible = (text: string): string =>
  text.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** What an act does, as a person is shown it. */
export function actText(act: Act): string {
  switch (act.kind) {
    case 'shell':
      return act.code;
    case 'code':
      return `${act.language}:\n${act.code}`;
    case 'batch':
      return act.commands.join('\n');
    case 'read':
      return `read ${act.path}`;
    case 'fetch':
      return `fetch ${act.url}`;
    default:
      return act satisfies never;
  }
}
