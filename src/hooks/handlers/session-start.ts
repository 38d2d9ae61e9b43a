import { type HookDecision, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import type { HookPorts } from '../pipeline.ts';
import { ROUTING_TEXT } from '../routing-text.ts';

/** Adds the routing text once per context: not on a resume, whose transcript still holds it. */
export function onSessionStart(
  event: HookEvent,
  platform: PlatformDescriptor,
  ports: Pick<HookPorts, 'isRouting'>,
): HookDecision {
  if (ports.isRouting?.() === false) return NO_DECISION;
  if (event.detail !== undefined && platform.continuedStarts.includes(event.detail)) return NO_DECISION;
  return { context: ROUTING_TEXT };
}
