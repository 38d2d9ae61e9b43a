import { type ErrorCode, toAppError } from '#core/errors.ts';
import type { HookEvent, HookEventName } from '#core/hook-event.ts';
import type { JsonRecord } from '#core/json.ts';
import { KeptOut } from '#features/context/kept-out.ts';
import type { Environment } from '#infra/home.ts';
import { createContextPlaces } from './context-places.ts';
import { createContextWatch } from './context-watch.ts';
import { type ShownSession, shownContext } from './shown-context.ts';

/** What the running server does about the context of its session. */
export interface SessionContext {
  /** The note that is due after an event. Who asks says it in this turn of the loop. @throws what settings and disk throw */
  note(event: HookEvent, input: JsonRecord): string | undefined;
  /** The session kept so many bytes out so far. Throws nothing: a status line is not worth an answer. */
  keptOut(sessionId: string, bytes: number): void;
  /** How full the context is, in words; undefined: unknown. Throws nothing. */
  shown(): string | undefined;
}

/** Without a data folder nothing is known, and nothing is said. */
const NOTHING: SessionContext = { note: () => undefined, keptOut: () => undefined, shown: () => undefined };

/** After these it is written down how much is remembered: once or twice per turn, not after every tool. */
const COUNTED_AFTER: ReadonlySet<HookEventName> = new Set(['user_prompt', 'pre_compact', 'stop']);

export interface SessionContextOptions {
  readonly env: Environment;
  /** The data folder. */
  readonly home: string | undefined;
  /** See the descriptor of the agent. */
  readonly continuedStarts: () => readonly string[];
  /** How many facts are remembered of a session. @throws AppError of the store */
  readonly countFacts: (sessionId: string) => number;
  /** The session that the environment names, while no event has come; undefined: none. */
  readonly firstSession: () => ShownSession | undefined;
  readonly fault: (code: ErrorCode, message: string) => void;
}

/** Looks at the context for the hooks of one running server. */
export function createSessionContext({
  env,
  home,
  continuedStarts,
  countFacts,
  firstSession,
  fault,
}: SessionContextOptions): SessionContext {
  if (home === undefined) return NOTHING;
  const places = createContextPlaces(env);
  const problem = (message: string): void => fault('ARGUMENT_INVALID', message);
  const watch = createContextWatch({ env, home, continuedStarts, problem }, places);
  const kept = new KeptOut(home, env.CLAUDE_CODE_SESSION_ID);
  let last: ShownSession | undefined;

  function attempt<T>(what: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (thrown) {
      fault('HOOK_FAILED', `${what}: ${toAppError(thrown).message}`);
      return undefined;
    }
  }

  return {
    keptOut: (sessionId, bytes) =>
      void attempt('bytes kept out', () => {
        kept.follow(sessionId);
        kept.set(bytes);
      }),
    shown: () =>
      attempt('context load', () => {
        const session = last ?? firstSession();
        return session === undefined ? undefined : shownContext({ env, home }, session, places);
      }),
    note(event, input) {
      kept.follow(event.sessionId);
      if (event.agentId === undefined) last = event;
      const due = watch.note(event, input);
      // The flag is set when the answer has been written, which happens before the next turn of the loop.
      if (due !== undefined) setImmediate(() => void attempt('context note', () => due.told()));
      if (COUNTED_AFTER.has(event.name))
        setImmediate(
          () => void attempt('facts of the session', () => kept.facts(countFacts(event.sessionId))),
        );
      return due?.text;
    },
  };
}
