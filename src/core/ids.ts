/** `#12`: how a stored original is named everywhere the model or a person reads it. */
export const formatHandle = (id: number): string => `#${id}`;

/**
 * The number in a handle. Accepts `#12`, `12` and the stored file's name or path (`…/out/12.txt`).
 * Undefined when the text names no handle.
 */
export function parseHandle(text: string): number | undefined {
  const match =
    /^#?([1-9]\d{0,14})$/.exec(text.trim()) ?? /(?:^|[\\/])([1-9]\d{0,14})\.(?:txt|bin)$/.exec(text.trim());
  return match?.[1] === undefined ? undefined : Number(match[1]);
}
