import { isRecord, stringField } from '#core/json.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { type HookPorts, runHook } from './pipeline.ts';

/** A hook must answer with a JSON document; this one says nothing. */
const NOTHING = '{}';

/**
 * The door for hooks that call a tool of our running server: no process starts. The arguments are the event's fields,
 * as the generated hooks.json names them. Never throws.
 */
export function answerHookTool(platform: PlatformDescriptor, args: unknown, ports: HookPorts): string {
  const eventName = isRecord(args) ? (stringField(args, 'event') ?? '') : '';
  return runHook(platform, eventName, args, ports) || NOTHING;
}
