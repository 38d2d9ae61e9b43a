import type { HookEvent } from '#core/hook-event.ts';
import { isRecord, type JsonRecord } from '#core/json.ts';

type Writer = (event: HookEvent, text: string) => unknown;

/** What comes from outside keeps the lines by which the host tells the model so. */
const FENCE = '<untrusted_context>';

const isFenced = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes(FENCE)
    : Array.isArray(value)
      ? value.some(isFenced)
      : isRecord(value) && (isFenced(value.llmContent) || isFenced(value.text));

/** Gemini CLI shows it as an error: the first line says that it is none. */
const gemini: Writer = ({ name, toolResponse }, text) => {
  const what =
    name === 'post_tool_failure'
      ? 'The call failed; a digest of what it said:'
      : 'The call was made and has ended; a digest of its long result:';
  return isFenced(toolResponse) ? `${what}\n${FENCE}\n${text}\n</untrusted_context>` : `${what}\n${text}`;
};

const isText = (part: unknown): part is JsonRecord => isRecord(part) && typeof part.text === 'string';

/** The first text part becomes the new text, other text parts go; images and resources stay where they are. */
function withText(parts: readonly unknown[], text: string): readonly unknown[] {
  const first = parts.findIndex(isText);
  return parts.flatMap((part, index) => {
    if (!isText(part)) return [part];
    return index === first ? [{ ...part, text }] : [];
  });
}

/** Cursor takes the result of an MCP tool in the form in which it gave it. */
const cursor: Writer = ({ toolResponse }, text) => {
  if (Array.isArray(toolResponse)) return { content: withText(toolResponse, text) };
  if (isRecord(toolResponse) && Array.isArray(toolResponse.content))
    return { ...toolResponse, content: withText(toolResponse.content, text) };
  return { content: [{ type: 'text', text }] };
};

const WRITERS: Readonly<Record<string, Writer>> = { 'gemini-cli': gemini, cursor };

/** Undefined where no result can be replaced. */
export const writersOf = (platformId: string): Writer | undefined =>
  Object.hasOwn(WRITERS, platformId) ? WRITERS[platformId] : undefined;
