import type { HookEvent } from '#core/hook-event.ts';
import type { SessionFact } from '#core/session-fact.ts';

/** How early a kind is shown: 1 first, 4 when there is room. */
type Priority = 1 | 2 | 3 | 4;

/** Takes facts of one kind from one event. Knows nothing of other events. */
export interface FactExtractor {
  readonly priority: Priority;
  /** Facts as they were said, in their order; not yet redacted or cut. Empty: the event says nothing of this kind. */
  extract(event: HookEvent): readonly SessionFact[];
}
