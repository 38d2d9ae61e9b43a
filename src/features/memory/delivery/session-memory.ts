import { type HookDecision, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent, HookEventName } from '#core/hook-event.ts';
import type { StoredFact } from '#core/session-fact.ts';
import { shorten } from '#core/text/shorten.ts';
import { statPath } from '#infra/stat-path.ts';
import type { Snapshot } from '#storage/resume-store.ts';
import { earlyGuides, type PreparedPlace } from './early-guides.ts';
import { fillGap, type GapPorts } from './fill-gap.ts';
import { readTranscript } from './read-transcript.ts';
import { rehearsal } from './rehearsal.ts';
import type { MemoryTexts, SessionTexts } from './texts.ts';
import { linkTo, linkToLast, workChain } from './work-chain.ts';

type Arrival = 'arrived' | 'lost' | 'unknown';

export interface MemoryPorts extends GapPorts {
  readonly texts: MemoryTexts;
  /** Takes in what other processes wrote down. */
  readonly takeIn: () => void;
  /** Whether a text that was given reached the model, by the lines of the transcript since then. */
  readonly arrival: (event: HookEvent, lines: string) => Arrival;
  /** The lines say that the conversation was replaced by its summary. */
  readonly isCompacted: (event: HookEvent, lines: readonly string[]) => boolean;
  /** Events whose answer the model reads in its next request. */
  readonly carriers: readonly HookEventName[];
  /** A compaction that was announced comes for certain. */
  readonly isCompactionCertain: boolean;
  /** Rules files that are loaded with a session in this folder, absolute. */
  readonly rulesFiles: (event: HookEvent) => readonly string[];
  /** For processes that live for one event: what the one before the compaction made for the one after it. */
  readonly prepared?: PreparedPlace;
}

/** Events that may bring a guide, where the agent takes something from their answer. */
const CARRIERS: ReadonlySet<HookEventName> = new Set([
  'user_prompt',
  'post_tool',
  'post_tool_failure',
  'post_compact',
]);
/** Events that come after the model has answered: whatever was given before was in its request. */
const AFTER_ANSWER: ReadonlySet<HookEventName> = new Set(['post_tool', 'post_tool_failure', 'stop']);
/** Enough of an id to find it. */
const ID_CHARS = 36;
/** A session of the last days may be taken up again. */
const UNFINISHED_MS = 3 * 24 * 3_600_000;
const RECENT_SESSIONS = 5;

/**
 * A session's memory over its events: writes snapshots before compaction, gives the guide after it, once, and again when it
 * did not arrive. State lies in the store, so that any process can go on with it.
 */
export function createSessionMemory(ports: MemoryPorts) {
  const { facts, resume, texts } = ports;
  const early = earlyGuides(ports);

  const isCarrier = ({ name }: HookEvent): boolean => CARRIERS.has(name) && ports.carriers.includes(name);

  const sizeOf = ({ transcriptPath }: HookEvent): number =>
    transcriptPath === undefined ? 0 : (statPath(transcriptPath)?.size ?? 0);

  const remembered = (sessionId: string): readonly StoredFact[] =>
    facts.ofSessions(workChain(facts, sessionId));

  /** Why a guide is given; work of a session with another id is named as such. */
  function occasionOf(sessionId: string, source: string): string {
    const [first = sessionId] = workChain(facts, sessionId);
    const occasion = source === 'resume' ? 'taken up again' : 'kept across compaction';
    return first === sessionId
      ? occasion
      : `${occasion}, begun in the earlier session ${shorten(first, ID_CHARS)}`;
  }

  function writeSnapshot(event: HookEvent, state: Snapshot['state']): SessionTexts {
    const known = texts.of(remembered(event.sessionId));
    const xml = known.snapshot();
    const last = resume.latest(event.sessionId);
    // The event can come early and twice.
    const isThere = last !== undefined && last.xml === xml && last.state === state;
    if (!isThere)
      resume.add({
        sessionId: event.sessionId,
        atMs: ports.nowMs(),
        trigger: event.detail ?? '',
        xml,
        state,
        transcriptBytes: sizeOf(event),
      });
    return known;
  }

  /** What only the transcript tells: events, and whose work goes on. */
  function takeUp(event: HookEvent): void {
    const { sessionId, transcriptPath } = event;
    const origin = fillGap(ports, event);
    const twin = transcriptPath === undefined ? undefined : resume.sessionOf(transcriptPath, sessionId);
    linkTo(facts, sessionId, origin ?? twin);
  }

  function compacting(event: HookEvent): HookDecision {
    ports.takeIn();
    takeUp(event);
    facts.trim(event.sessionId);
    const known = writeSnapshot(event, 'made');
    early.make(event.sessionId, occasionOf(event.sessionId, 'compact'), known);
    const hint = known.hint();
    return hint === '' ? NO_DECISION : { context: hint };
  }

  /** The guide, and that it went out. One that got lost is given once more, and then taken for delivered. */
  function give(event: HookEvent, source: string, state: 'given' | 'delivered' = 'given'): HookDecision {
    const known = writeSnapshot({ ...event, detail: source }, state);
    const guide = known.guide(occasionOf(event.sessionId, source));
    return guide === '' ? NO_DECISION : { context: guide };
  }

  function started(event: HookEvent): HookDecision {
    ports.takeIn();
    const source = event.detail ?? '';
    if (source === 'clear') return { context: texts.cleared };
    for (const file of ports.rulesFiles(event))
      ports.recordMissed({ ...event, name: 'rules_loaded', file }, ports.nowMs());
    if (source !== 'compact' && source !== 'resume') return unfinished(event);
    takeUp(event);
    linkToLast(facts, event.sessionId, ports.nowMs());
    const made = early.find(event.sessionId, () => occasionOf(event.sessionId, source), sizeOf(event));
    return made === undefined ? give(event, source) : { context: made };
  }

  function unfinished(event: HookEvent): HookDecision {
    const own = facts.session(event.sessionId);
    if (own === undefined || own.worktree === '') return NO_DECISION;
    const sinceMs = ports.nowMs() - UNFINISHED_MS;
    const recent = facts.recentSessions(own.worktree, sinceMs, own.id, RECENT_SESSIONS);
    for (const { id } of recent) {
      const known = remembered(id);
      if (!known.some(({ kind }) => kind === 'prompt')) continue;
      const line = texts.of(known).unfinished();
      return line === '' ? NO_DECISION : { context: line };
    }
    return NO_DECISION;
  }

  /** The lines since a snapshot's state became what it is. */
  const linesSince = (event: HookEvent, { transcriptBytes }: Snapshot): readonly string[] =>
    event.transcriptPath === undefined
      ? []
      : readTranscript(event.transcriptPath, transcriptBytes).lines.map(([line]) => line);

  /** Whether a guide is still owed; looks no further than it must. */
  function isOwed(event: HookEvent, snapshot: Snapshot): boolean {
    const size = sizeOf(event);
    switch (snapshot.state) {
      case 'due':
        return true;
      case 'made': {
        // Where nobody can look it up, a prompt says that the compaction is over, if nothing worse happened to it.
        if (size === 0) return event.name === 'user_prompt' || ports.isCompactionCertain;
        if (size === snapshot.transcriptBytes) return false;
        if (ports.isCompacted(event, linesSince(event, snapshot))) return true;
        resume.move(snapshot.id, 'made', 'made', size);
        return false;
      }
      case 'given': {
        if (!AFTER_ANSWER.has(event.name)) return false;
        const arrival = ports.arrival(event, linesSince(event, snapshot).join('\n'));
        if (arrival === 'lost') return true;
        resume.move(snapshot.id, 'given', 'delivered', size);
        return false;
      }
      case 'delivered':
      case 'replaced':
        return false;
      default:
        return snapshot.state satisfies never;
    }
  }

  /** What came too late, or not at all, is given with the next event that can carry it. */
  function goneOn(event: HookEvent): HookDecision {
    // A subagent has a context of its own.
    if (event.agentId !== undefined) return NO_DECISION;
    const snapshot = resume.latest(event.sessionId);
    if (snapshot === undefined || !isOwed(event, snapshot)) return NO_DECISION;
    const source = snapshot.trigger === 'resume' ? 'resume' : 'compact';
    if (isCarrier(event)) return give(event, source, snapshot.state === 'given' ? 'delivered' : 'given');
    resume.move(snapshot.id, snapshot.state, 'due', sizeOf(event));
    return NO_DECISION;
  }

  function compacted(event: HookEvent): HookDecision {
    const snapshot = resume.latest(event.sessionId);
    if (isCarrier(event)) return snapshot?.state === 'made' ? give(event, 'compact') : NO_DECISION;
    if (snapshot?.state === 'made') resume.move(snapshot.id, 'made', 'due', sizeOf(event));
    return NO_DECISION;
  }

  function turnEnded(event: HookEvent): HookDecision {
    fillGap(ports, event);
    const decision = goneOn(event);
    facts.trim(event.sessionId);
    return decision;
  }

  return {
    /** Before a server records its first event of a session: what happened while there was none. */
    catchUp(event: HookEvent): void {
      ports.takeIn();
      if (facts.session(event.sessionId) !== undefined) fillGap(ports, event);
    },

    /** After an event was recorded. @throws AppError of the store */
    on(event: HookEvent): HookDecision {
      switch (event.name) {
        case 'pre_compact':
          return compacting(event);
        case 'session_start':
          return started(event);
        case 'post_compact':
          return compacted(event);
        case 'user_prompt':
        case 'post_tool':
        case 'post_tool_failure':
          return goneOn(event);
        case 'stop':
          return turnEnded(event);
        case 'session_end':
          ports.takeIn();
          return turnEnded(event);
        default:
          return NO_DECISION;
      }
    },

    /** See rehearsal. */
    rehearsal: () => rehearsal(texts),

    /** A guide that is owed, perhaps; with `wasCut` it was being given when its process ended. */
    giveOwed(event: HookEvent, wasCut: boolean): HookDecision {
      ports.takeIn();
      if (!wasCut) return event.name === 'post_compact' ? compacted(event) : goneOn(event);
      const snapshot = resume.latest(event.sessionId);
      return give(event, snapshot?.trigger === 'resume' ? 'resume' : 'compact');
    },
  };
}

export type SessionMemory = ReturnType<typeof createSessionMemory>;
