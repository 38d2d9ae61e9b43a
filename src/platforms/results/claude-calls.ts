import type { HookEvent } from '#core/hook-event.ts';
import { isRecord, stringField } from '#core/json.ts';

const inputField = ({ toolInput }: HookEvent, key: string): string | undefined =>
  isRecord(toolInput) ? stringField(toolInput, key) : undefined;

/** The shell text of a call of the agent's own shell tool; undefined for any other call. */
export const shellCodeOf = (event: HookEvent): string | undefined =>
  event.toolName === 'Bash' ? inputField(event, 'command') : undefined;

/** The address that the agent's own tool for pages is to fetch; undefined for any other call. */
export const pageUrlOf = (event: HookEvent): string | undefined =>
  event.toolName === 'WebFetch' ? inputField(event, 'url') : undefined;
