/** `hook-capture.cjs`: what is remembered of an event. `hook.cjs` loads it for events in which something is said or done. */
import { factsOf as remembered } from '#features/memory/facts-of.ts';

export const factsOf = remembered;
