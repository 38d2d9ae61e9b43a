import { type HookDecision, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { isRecord } from '#core/json.ts';
import { attempt } from '../attempt.ts';
import type { HookPorts } from '../pipeline.ts';

/** The note that the context is nearly full, where one is due. Seen by the model alone. A fault takes nothing else away. */
export function onContext(event: HookEvent, ports: HookPorts, input: unknown): HookDecision {
  const note = (): string | undefined => (isRecord(input) ? ports.contextNote?.(event, input) : undefined);
  const context = attempt(ports, `${event.name}: the context was not looked at`, note, undefined);
  return context === undefined ? NO_DECISION : { context, isSilent: true };
}
