import { isRecord, parseJson, stringField } from '../../../src/core/json.ts';

/** The client shows no more than this of one hook, and of more only the beginning, in characters. */
const HOST_CAP = 10_000;
const PREVIEW = 2_000;

export const visible = (text: string): string => (text.length <= HOST_CAP ? text : text.slice(0, PREVIEW));

const PLAIN_TEXT: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit']);

/** What the model sees of a hook's output; undefined: the output is of no form that the client knows. */
export function textOf(event: string, stdout: string): string | undefined {
  const output = stdout.trim();
  if (output === '' || event === 'PreCompact' || event === 'PostCompact') return '';
  const document = parseJson(output);
  if (!isRecord(document)) return PLAIN_TEXT.has(event) && !output.startsWith('{') ? output : undefined;
  const specific = document.hookSpecificOutput;
  if (!isRecord(specific)) return '';
  if (specific.hookEventName !== event) return undefined;
  const reason =
    specific.permissionDecision === 'deny' ? stringField(specific, 'permissionDecisionReason') : undefined;
  return [stringField(specific, 'additionalContext'), reason].filter(Boolean).join('\n');
}
