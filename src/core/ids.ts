import { AppError } from './errors.ts';

/** `#12`: how a stored original is named everywhere the model or a person reads it. */
export const formatHandle = (id: number): string => `#${id}`;

/**
 * The number in a handle. Accepts `#12`, `12` and, with the folder of the stored originals, the path of one that lies
 * in it. Undefined when the text names no handle.
 */
export function parseHandle(text: string, folder?: string): number | undefined {
  const given = text.trim();
  const isStored =
    folder !== undefined && given.startsWith(folder) && /^[\\/]/.test(given.slice(folder.length));
  const match = isStored
    ? /^[\\/]([1-9]\d{0,14})\.(?:txt|bin)$/.exec(given.slice(folder.length))
    : /^#?([1-9]\d{0,14})$/.exec(given);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

/** The number in a handle. @throws AppError ARGUMENT_INVALID for anything else */
export function needHandle(text: string): number {
  const id = parseHandle(text);
  if (id !== undefined) return id;
  throw new AppError('ARGUMENT_INVALID', `id is ${JSON.stringify(text)}; expected a handle such as "#12".`);
}
