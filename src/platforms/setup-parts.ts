import type { ForeignFile } from '#core/export/foreign-file.ts';
import type { HookEventName } from '#core/hook-event.ts';
import { PRODUCT_NAME } from '#core/tool-names.ts';
import type { SetupPlace } from './setup.ts';

/** What an agent starts as a server of ours, in the form that most of them take. */
export function serverEntry(
  { launcher }: SetupPlace,
  platform: string,
  env: Readonly<Record<string, string>> = {},
) {
  const [command, ...args] = launcher.serve;
  return { command, args, env: { PLIMSOLL_HOST: platform, ...env } };
}

/** By which a hook of ours is known in a list of hooks, in whatever version, and where somebody wrote it by hand. */
export const hookMarks = (platform: string): readonly string[] => [PRODUCT_NAME, ` hook ${platform} `];

/** A name of ours for a hook of an event: some agents show it. */
export const hookName = (event: string): string =>
  `${PRODUCT_NAME}-${event.replace(/[A-Z]/g, (letter, at: number) => `${at > 0 ? '-' : ''}${letter.toLowerCase()}`)}`;

/** A regular expression for exactly these names. */
export const exactly = (names: readonly string[]): string => `^(?:${names.join('|')})$`;

/** Native names of the events with one of these canonical names, in the order of the descriptor. */
export const nativeEvents = (
  events: Readonly<Record<string, HookEventName>>,
  ...names: readonly HookEventName[]
): readonly string[] => Object.keys(events).filter((event) => names.includes(events[event] as HookEventName));

/** A file of ours with a JSON value, as people would write it. */
export const jsonFile = (path: string, value: unknown): ForeignFile => ({
  kind: 'own',
  path,
  text: `${JSON.stringify(value, null, 2)}\n`,
});

/** Front matter and text; the front matter is the first thing in the file. */
export const withFrontMatter = (fields: Readonly<Record<string, string | boolean>>, text: string): string =>
  `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n')}\n---\n\n${text}`;
