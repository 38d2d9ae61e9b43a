import type { HookEvent } from '#core/hook-event.ts';
import { safeFacts } from '#core/safe-facts.ts';
import type { SessionFact } from '#core/session-fact.ts';
import { extractFacts } from './extract-facts.ts';

/** What is remembered of an event, ready to be written to a disk: without secrets, and small. */
export const factsOf = (event: HookEvent): readonly SessionFact[] => safeFacts(extractFacts(event));
