/**
 * `hook-context.cjs`: the part of `hook.cjs` that looks at the context, loaded by it for the events that need it. So it does
 * not count in the start of the others.
 */
import { createContextWatch } from './context-watch.ts';

/** What this bundle gives; see createContextWatch. */
export const contextWatch = createContextWatch;
