import type { HookEvent } from '#core/hook-event.ts';
import { saidHash } from '#core/text/said-hash.ts';
import { KIB } from '#core/units.ts';
import type { FactStore } from '#storage/fact-store.ts';
import type { ResumeStore } from '#storage/resume-store.ts';
import { readTranscript } from './read-transcript.ts';

/** A call that never came to an end must not make every reading begin at it. */
const WAIT_BYTES = 256 * KIB;

/** What a line of a transcript tells. */
interface ToldEvent {
  readonly event: HookEvent;
  /** By the transcript's clock; 0: unknown. */
  readonly atMs: number;
  /** The session in which it happened, where it is another one. */
  readonly origin: string | undefined;
}

interface TranscriptReading {
  take(line: string): readonly ToldEvent[];
  readonly isWaiting: boolean;
  readonly origin: string | undefined;
}

export interface GapPorts {
  readonly facts: FactStore;
  readonly resume: ResumeStore;
  /** Undefined for an agent whose transcripts nobody can read. */
  readonly reader: (event: HookEvent) => TranscriptReading | undefined;
  /** Records an event that nobody told of; one that says nothing worth remembering may be left out. */
  readonly recordMissed: (event: HookEvent, atMs: number) => void;
  readonly nowMs: () => number;
}

/** When an event was recorded by which this one is known; undefined: nobody recorded it. */
function recordedAt({ facts }: GapPorts, event: HookEvent): number | undefined {
  const { sessionId, name, toolUseId } = event;
  if (toolUseId !== undefined) return facts.calledAt(sessionId, name, toolUseId);
  const said = event.prompt ?? event.message;
  return said === undefined ? 0 : facts.saidAt(sessionId, name, saidHash(said));
}

const isSame = (a: HookEvent, b: HookEvent): boolean => {
  if (a.name !== b.name) return false;
  if (a.toolUseId !== undefined) return a.toolUseId === b.toolUseId;
  return saidHash(a.prompt ?? a.message ?? '') === saidHash(b.prompt ?? b.message ?? '');
};

/** Whether a line tells of what was purged; one without a time may, where something was. */
function forgetter({ facts }: GapPorts, sessionId: string): (told: ToldEvent) => boolean {
  const known = new Map<string, number | undefined>();
  const forgottenMs = (id: string): number => {
    if (!known.has(id)) known.set(id, facts.forgottenAt(id));
    return known.get(id) ?? -1;
  };
  return ({ atMs, origin = sessionId }) => atMs <= Math.max(forgottenMs(sessionId), forgottenMs(origin));
}

/**
 * Records what the transcript tells and no hook did, each once: what happened while the server was away, and what the
 * assistant said between two calls. Reads on from where the last reading ended. `current` is recorded by its own hook.
 * Returns the session that this one goes on from, where the transcript names one.
 */
export function fillGap(ports: GapPorts, current: HookEvent): string | undefined {
  const { sessionId, transcriptPath } = current;
  const reader = transcriptPath === undefined ? undefined : ports.reader(current);
  if (transcriptPath === undefined || reader === undefined) return undefined;
  const mark = ports.resume.transcript(sessionId);
  const part = readTranscript(transcriptPath, mark?.path === transcriptPath ? mark.offset : 0);
  if (part.lines.length === 0) return undefined;
  return ports.resume.together(() => {
    const startedMs = ports.facts.session(sessionId)?.startedMs ?? 0;
    // The transcript's clock is believed where it agrees with ours; else an event happened after the one before it.
    let beforeMs = startedMs;
    let safeEnd = 0;
    const isForgotten = forgetter(ports, sessionId);
    for (const [line, end] of part.lines) {
      for (const told of reader.take(line)) {
        const { event, atMs, origin } = told;
        if (isSame(event, current) || isForgotten(told)) continue;
        if (origin !== undefined && ports.facts.session(origin) !== undefined) continue;
        const knownMs = recordedAt(ports, event);
        if (knownMs === undefined)
          ports.recordMissed(event, Math.max(beforeMs, Math.min(atMs, ports.nowMs())));
        else beforeMs = Math.max(beforeMs, knownMs);
      }
      if (!reader.isWaiting) safeEnd = end;
    }
    const offset = Math.max(safeEnd, part.end - WAIT_BYTES);
    ports.resume.noteTranscript(sessionId, { path: transcriptPath, offset });
    return reader.origin;
  });
}
