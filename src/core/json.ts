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
