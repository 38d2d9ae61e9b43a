import type { HookEvent } from '#core/hook-event.ts';
import { type JsonRecord, parseJson } from '#core/json.ts';

/** Present, non-empty and not a placeholder that the host left unexpanded. */
export function text(input: JsonRecord, key: string): string | undefined {
  const value = input[key];
  if (typeof value !== 'string' || value === '' || /^\$\{[\w.]+\}$/.test(value)) return undefined;
  return value;
}

/** An object, or one that stands there as JSON text; a text that is no JSON stays one. Undefined when it is absent. */
export function structured(input: JsonRecord, key: string): unknown {
  const value = input[key];
  if (typeof value !== 'string') return value ?? undefined;
  return text(input, key) === undefined ? undefined : (parseJson(value) ?? value);
}

/** The fields that are there. */
export const present = (
  fields: {
    readonly [K in keyof HookEvent]?: HookEvent[K] | undefined;
  },
): Partial<HookEvent> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
