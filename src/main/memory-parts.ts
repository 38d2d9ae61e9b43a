/**
 * `memory.cjs`: what the server needs of the session memory, loaded by it with the first hook: most of it is rules about
 * texts, and a server that starts must not read them. CommonJS, because hooks are answered without waiting.
 */
import { factsOf } from '#features/memory/facts-of.ts';
import { composeMemory } from './session-memory.ts';

/** What this bundle gives. */
export const memoryParts = { factsOf, composeMemory };
