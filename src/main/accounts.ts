import { toAppError } from '#core/errors.ts';
import type { HookEvent } from '#core/hook-event.ts';
import type { TallyEntry } from '#core/tally.ts';
import type { Workspace } from './workspace.ts';

/** Counts that could not be written yet; of more the oldest is forgotten. */
const MAX_UNCOUNTED = 1_000;

export interface AccountsOptions {
  /** The agent's session as the environment names it; undefined: nobody knows. */
  readonly sessionId: string | undefined;
  /** Opens the stores; may throw, and is asked again by the next count. */
  readonly workspace: () => Workspace;
  /** How our tools are listed to this agent. */
  readonly listing: () => TallyEntry;
  /** The session kept so many bytes out so far. */
  readonly onSaved: (sessionId: string, bytes: number) => void;
  readonly onFault: (thrown: unknown) => void;
}

/** What a running server counts; after the answers went out, and never in their way. */
export type Accounts = ReturnType<typeof createAccounts>;

/** Counts by session: the one that hooks named last, else the environment's. Nothing here throws. */
export function createAccounts({ sessionId, workspace, listing, onSaved, onFault }: AccountsOptions) {
  let current = sessionId ?? '';
  let transcriptPath: string | undefined;
  /** Sessions whose listing was counted by this server. */
  const listed = new Set<string>();
  const uncounted: (() => void)[] = [];

  /** When counting fails, the answer was right all the same, and the next count tries again. */
  function later(work: () => void): void {
    uncounted.push(work);
    setImmediate(flush);
  }

  function flush(): void {
    try {
      for (let next = uncounted[0]; next !== undefined; next = uncounted[0]) {
        workspace().aside(next);
        uncounted.shift();
      }
    } catch (thrown) {
      if (uncounted.length > MAX_UNCOUNTED) uncounted.shift();
      onFault(toAppError(thrown));
    }
  }

  function count(entries: readonly TallyEntry[], session = current, atMs = Date.now()): void {
    later(() => {
      const { tallies } = workspace();
      const first = listed.has(session) ? undefined : { listing: listing(), transcriptPath };
      tallies.add(session, atMs, entries, first);
      listed.add(session);
      try {
        if (session !== '') onSaved(session, tallies.savedBy(session));
      } catch (thrown) {
        // Counted it is: to try that again would count it twice.
        onFault(toAppError(thrown));
      }
    });
  }

  return {
    /** From here on counts belong to the session of this event. */
    follow(event: HookEvent): void {
      transcriptPath = event.transcriptPath ?? transcriptPath;
      if (event.sessionId === current && listed.has(current)) return;
      current = event.sessionId;
      count([]);
    },
    /** Counts an answer. */
    count: (...entries: readonly TallyEntry[]): void => count(entries),
    /** Counts what a hook put into the context. */
    added(event: HookEvent, bytes: number): void {
      if (bytes > 0) count([{ kind: 'text', name: event.name, overheadBytes: bytes }], event.sessionId);
    },
    /** Counts now what waits for it. */
    flush,
    /** The session that works now; empty: nobody knows. */
    sessionId: (): string => current,
    /** Its transcript; undefined: not known. */
    transcriptPath: (): string | undefined => transcriptPath,
  };
}
