import { toAppError } from '#core/errors.ts';
import { type HookDecision, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { isRecord } from '#core/json.ts';
import type { HookPorts } from '../pipeline.ts';

/** The note that the context is nearly full, where one is due. Seen by the model alone. A fault takes nothing else away. */
export function onContext(event: HookEvent, ports: HookPorts, input: unknown): HookDecision {
  try {
    const context = isRecord(input) ? ports.contextNote?.(event, input) : undefined;
    return context === undefined ? NO_DECISION : { context, isSilent: true };
  } catch (thrown) {
    ports.fault('HOOK_FAILED', `${event.name}: the context was not looked at: ${toAppError(thrown).message}`);
    return NO_DECISION;
  }
}
