/** `hook-capture.cjs`: what is remembered of an event. `hook.cjs` loads it for events in which something is said or done. */
import type { HookEvent } from '#core/hook-event.ts';
import type { SessionFact } from '#core/session-fact.ts';
import { factsOf as remembered } from '#features/memory/facts-of.ts';
import { secretValues } from '#infra/secret-values.ts';
import { inCommonWords } from '#platforms/calls/index.ts';

/** What is remembered of an event of any agent, without the values of the variables that name secrets. */
export const factsOf = (event: HookEvent): readonly SessionFact[] =>
  remembered(inCommonWords(event), secretValues(process.env));
