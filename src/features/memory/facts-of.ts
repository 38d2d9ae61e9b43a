import type { HookEvent } from '#core/hook-event.ts';
import { safeFacts } from '#core/safe-facts.ts';
import type { SessionFact } from '#core/session-fact.ts';
import type { SecretValue } from '#core/text/redact-values.ts';
import { extractFacts } from './extract-facts.ts';
import { hideValues } from './words/hide-values.ts';

/**
 * What is remembered of an event, ready to be written to a disk: without secrets, and small.
 * @param secrets values that must not be in it, whatever they look like
 */
export const factsOf = (event: HookEvent, secrets: readonly SecretValue[]): readonly SessionFact[] =>
  safeFacts(extractFacts(hideValues(event, secrets)));
