import type { ToolCall } from '../tool-call.ts';

/** How the host begins its report that the user refused a call; what he wrote stands at its end. */
const REFUSED =
  /^(?:The user doesn['’]t want to (?:proceed|take this action)|User rejected|The tool use was rejected|Permission to use|Permission denied by the user|Denied by)/i;
const SAID = /\bthe user said:\s*([\s\S]+?)(?:\n\nNote: |$)/i;

/** True when a call did not happen because somebody or a rule refused it: nothing failed. */
export const isRefused = ({ ok, output }: ToolCall): boolean => !ok && REFUSED.test(output);

/** What the user wrote when he refused a call; empty when he wrote nothing. Never from the output of a server or a command. */
export function userRefusal(call: ToolCall): string {
  if (!isRefused(call) || call.act === 'mcp' || call.act === 'own' || call.act === 'other') return '';
  return SAID.exec(call.output)?.[1]?.trim() ?? '';
}
