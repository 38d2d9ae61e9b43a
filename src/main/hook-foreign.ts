/** `hook-foreign.cjs`: by what an event of another agent is known. Loaded by `hook.cjs` where the session does not prove it. */
import { isForeign } from '#platforms/foreign-host.ts';

export { isForeign };
