export type JsonRecord = { readonly [key: string]: unknown };

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The field as a string, or undefined when it is absent or of another type. */
export const stringField = (record: JsonRecord, key: string): string | undefined => {
  const value = record[key];
  return typeof value === 'string' ? value : undefined;
};

/** A finite number above zero; undefined for everything else. */
export const positiveNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;

/** `JSON.stringify` as a value: undefined for what has no JSON form, and for what is nested too deeply for it. */
export function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** `JSON.parse` as a value: undefined when the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same for the text of a file, which editors of Windows begin with a mark. */
export const parseJsonFile = (text: string): unknown => parseJson(text.replace(/^\uFEFF/, ''));
const STRING_OR_COMMENT = /"(?:[^"\\]|\\[\s\S])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const STRING_OR_LAST_COMMA = /"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g;

const onlyStrings = (found: string): string => (found.startsWith('"') ? found : '');

/** The same for a file that people edit: with comments, commas behind the last entry, and a mark of its encoding. */
export const parseCommentedJson = (text: string): unknown =>
  parseJson(text) ??
  parseJson(
    text
      .replace(/^\uFEFF/, '')
      .replace(STRING_OR_COMMENT, onlyStrings)
      .replace(STRING_OR_LAST_COMMA, onlyStrings),
  );
