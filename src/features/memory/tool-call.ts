import type { HookEvent } from '#core/hook-event.ts';
import { isRecord, type JsonRecord, stringField } from '#core/json.ts';
import { sliceWhole } from '#core/text/bytes.ts';
import { actOf, bareName, type ToolAct } from './tool-acts.ts';

/** A finished tool call. */
export interface ToolCall {
  readonly act: ToolAct;
  readonly toolName: string;
  readonly ok: boolean;
  /** Empty when the agent sent none. */
  readonly input: JsonRecord;
  readonly response: unknown;
  /** What the tool said, as text, both ends of a long one; empty when it said nothing. */
  readonly output: string;
  /** The command of a shell, ours included; undefined elsewhere. */
  readonly command?: string;
}

const NOTHING: JsonRecord = {};
/** So much of a long output is looked at from either end, in UTF-16 units: what failed stands there. */
const END_UNITS = 32_768;

const bothEnds = (text: string): string =>
  text.length <= 2 * END_UNITS ? text : `${sliceWhole(text, 0, END_UNITS)}\n${sliceWhole(text, -END_UNITS)}`;

/** The text parts of a result, whatever shape it has. */
function outputOf(response: unknown): string {
  if (typeof response === 'string') return response;
  if (Array.isArray(response)) {
    return response
      .map((part) => (isRecord(part) ? (stringField(part, 'text') ?? '') : ''))
      .filter(Boolean)
      .join('\n');
  }
  if (!isRecord(response)) return '';
  if (typeof response.stdout === 'string') return response.stdout;
  if (Array.isArray(response.content)) return outputOf(response.content);
  return stringField(response, 'result') ?? stringField(response, 'content') ?? '';
}

const SHELLS: ReadonlySet<string> = new Set(['shell', 'bash', 'sh']);

function commandOf(act: ToolAct, toolName: string, input: JsonRecord): string | undefined {
  if (act === 'shell') return stringField(input, 'command');
  if (act !== 'own' || bareName(toolName) !== 'ctx_execute') return undefined;
  return SHELLS.has(stringField(input, 'language') ?? '') ? stringField(input, 'code') : undefined;
}

/** The finished call that an event reports; undefined for events of any other sort. */
export function toolCall(event: HookEvent): ToolCall | undefined {
  if (event.name !== 'post_tool' && event.name !== 'post_tool_failure') return undefined;
  const { toolName, toolInput, toolResponse: response } = event;
  if (toolName === undefined) return undefined;
  const act = actOf(toolName);
  const input = isRecord(toolInput) ? toolInput : NOTHING;
  const command = commandOf(act, toolName, input);
  const ok = event.name === 'post_tool';
  const call = { act, toolName, ok, input, response, output: bothEnds(outputOf(response)) };
  return command === undefined ? call : { ...call, command };
}
