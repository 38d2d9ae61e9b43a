import { type ErrorCode, toAppError } from '#core/errors.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { KeptOut } from '#features/context/kept-out.ts';
import type { Environment } from '#infra/home.ts';
import { createContextWatch } from './context-watch.ts';

/** What the running server does about the context of its session. */
export interface SessionContext {
  /** The note that is due after an event. Who asks says it in this turn of the loop. @throws what settings and disk throw */
  note(event: HookEvent): string | undefined;
  /** The session kept so many bytes out so far. @throws the file system's error */
  keptOut(sessionId: string, bytes: number): void;
}

/** Without a data folder nothing is known, and nothing is said. */
const NOTHING: SessionContext = { note: () => undefined, keptOut: () => undefined };

export interface SessionContextOptions {
  readonly env: Environment;
  /** The data folder. */
  readonly home: string | undefined;
  /** See the descriptor of the agent. */
  readonly continuedStarts: () => readonly string[];
  readonly fault: (code: ErrorCode, message: string) => void;
}

/** Looks at the context for the hooks of one running server. */
/** See SessionContext. */
export function createSessionContext({
  env,
  home,
  continuedStarts,
  fault,
}: SessionContextOptions): SessionContext {
  if (home === undefined) return NOTHING;
  const problem = (message: string): void => fault('ARGUMENT_INVALID', message);
  const watch = createContextWatch({ env, home, continuedStarts, problem });
  const kept = new KeptOut(home, env.CLAUDE_CODE_SESSION_ID);
  return {
    keptOut(sessionId, bytes) {
      kept.follow(sessionId);
      kept.set(bytes);
    },
    note(event) {
      kept.follow(event.sessionId);
      const due = watch(event);
      // The flag is set when the answer has been written, which happens before the next turn of the loop.
      if (due !== undefined)
        setImmediate(() => {
          try {
            due.told();
          } catch (thrown) {
            fault('HOOK_FAILED', `context note: ${toAppError(thrown).message}`);
          }
        });
      return due?.text;
    },
  };
}
