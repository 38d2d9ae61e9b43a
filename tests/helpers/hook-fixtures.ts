import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, type JsonRecord } from '#core/json.ts';

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'hooks');

export interface HookFixture {
  readonly file: string;
  readonly input: JsonRecord;
}

/** Recorded inputs of one event: `<Event>.json` and `<Event>.<kind>.json`. Empty when there is none. */
export function hookFixtures(platform: string, event: string): readonly HookFixture[] {
  const folder = join(FOLDER, platform);
  return readdirSync(folder)
    .filter((file) => file === `${event}.json` || (file.startsWith(`${event}.`) && file.endsWith('.json')))
    .map((file) => ({ file, input: JSON.parse(readFileSync(join(folder, file), 'utf8')) as JsonRecord }));
}

/** What the host puts in place of a field that the event does not have: both were seen. */
export type AbsentField = 'placeholder' | 'empty';

/**
 * The arguments with which the host calls a tool of ours for an event, made from the `input` of the generated hooks file:
 * texts as they are, everything else as JSON text.
 */
export function toolArguments(
  template: Readonly<Record<string, string>>,
  input: JsonRecord,
  absent: AbsentField,
): Readonly<Record<string, string>> {
  const fill = (value: string): string => {
    const name = /^\$\{(\w+)\}$/.exec(value)?.[1];
    const given = name === undefined ? value : input[name];
    if (given === undefined) return absent === 'empty' ? '' : value;
    return typeof given === 'string' ? given : JSON.stringify(given);
  };
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fill(value)]));
}

/** The same document with every object key that is not needed to know the event replaced by one nobody knows. */
export const withUnknownFields = (input: JsonRecord): JsonRecord => ({
  ...input,
  some_future_field: { deep: [1, null] },
  ...(isRecord(input.tool_input) ? { tool_input: { ...input.tool_input, future: true } } : {}),
});
