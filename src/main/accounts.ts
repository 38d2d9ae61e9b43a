import { toAppError } from '#core/errors.ts';
import type { HookEvent } from '#core/hook-event.ts';
import type { TallyEntry } from '#core/tally.ts';
import type { Workspace } from './workspace.ts';

/** Counts that could not be written yet; of more the oldest is forgotten. */
const MAX_UNCOUNTED = 1_000;
/** Calls that come together are written together: each write waits for its turn among all processes. */
const GATHER_MS = 30;

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

interface Count {
  readonly session: string;
  readonly atMs: number;
  /** Undefined: the session was met, and nothing is to be counted but the list of our tools. */
  readonly entry: TallyEntry | undefined;
}

/** What a running server counts; after the answers went out, and never in their way. */
export type Accounts = ReturnType<typeof createAccounts>;

/** Counts by session: the one that hooks named last, else the environment's. Nothing here throws. */
export function createAccounts({ sessionId, workspace, listing, onSaved, onFault }: AccountsOptions) {
  let current = sessionId ?? '';
  let transcriptPath: string | undefined;
  /** Sessions whose listing was counted by this server. */
  const listed = new Set<string>();
  /** Sessions that hooks named. */
  const met = new Set<string>();
  let uncounted: Count[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** One transaction per session: what waits is added up in it. @throws AppError of the store */
  function write(session: string, counts: readonly Count[]): void {
    const { tallies, aside } = workspace();
    const entries = counts.flatMap(({ atMs, entry }) => (entry === undefined ? [] : [{ atMs, entry }]));
    const list = { atMs: counts[0]?.atMs ?? Date.now(), entry: listing() };
    const first = listed.has(session) ? undefined : { listing: list, transcriptPath };
    aside(() => tallies.add(session, entries, first));
    listed.add(session);
    const isWritten = new Set(counts);
    uncounted = uncounted.filter((count) => !isWritten.has(count));
    if (session !== '') onSaved(session, tallies.savedBy(session));
  }

  /** When counting fails, the answer was right all the same, and the next count tries again. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    try {
      for (const session of new Set(uncounted.map((count) => count.session)))
        write(
          session,
          uncounted.filter((count) => count.session === session),
        );
    } catch (thrown) {
      uncounted = uncounted.slice(-MAX_UNCOUNTED);
      onFault(toAppError(thrown));
    }
  }

  function count(session: string, entry: TallyEntry | undefined): void {
    uncounted.push({ session, atMs: Date.now(), entry });
    timer ??= setTimeout(flush, GATHER_MS);
  }

  return {
    /** From here on counts belong to the session of this event. */
    follow(event: HookEvent): void {
      transcriptPath = event.transcriptPath ?? transcriptPath;
      current = event.sessionId;
      if (!met.has(current)) count(current, undefined);
      met.add(current);
    },
    /** Counts an answer. */
    count: (entry: TallyEntry): void => count(current, entry),
    /** Counts what a hook put into the context. */
    added(event: HookEvent, bytes: number): void {
      if (bytes > 0) count(event.sessionId, { kind: 'text', name: event.name, overheadBytes: bytes });
    },
    /** Counts now what waits for it. */
    flush,
    /** The session that works now; empty: nobody knows. */
    sessionId: (): string => current,
    /** Its transcript; undefined: not known. */
    transcriptPath: (): string | undefined => transcriptPath,
  };
}
