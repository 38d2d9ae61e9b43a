import { isRecord, toJson } from '#core/json.ts';

/** The host puts what tools say between these lines. */
const FENCE = /^<untrusted_context>\n?([\s\S]*?)\n?<\/untrusted_context>\s*$/;

const unfenced = (text: string): string => FENCE.exec(text)?.[1] ?? text;

/** The text of one part; other parts (images) count as their JSON. */
const partText = (part: unknown): string => {
  if (typeof part === 'string') return unfenced(part);
  return isRecord(part) && typeof part.text === 'string' ? unfenced(part.text) : (toJson(part) ?? '');
};

/** What the model would read of a result of Gemini CLI; undefined when there is none. */
export function geminiText(response: unknown): string | undefined {
  if (response === undefined || response === null) return undefined;
  if (!isRecord(response)) return partText(response);
  const { llmContent } = response;
  if (Array.isArray(llmContent)) return llmContent.map(partText).join('\n');
  return llmContent === undefined ? toJson(response) : partText(llmContent);
}
