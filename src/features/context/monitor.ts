import type { ContextFacts, ContextLimit, HostSettings, SaidLoad } from '#core/context-load.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { type ContextFiles, contextFiles } from '#infra/context-files.ts';
import { hasContextFiles } from '#infra/has-context-files.ts';
import { claimNote, type Looker, onBelow, setTold, startAnew } from './approach.ts';
import { currentLoad, type MeasuredLoad } from './current-load.ts';
import { keepSaid } from './keep-said.ts';
import { NOTE_END, noteText } from './note-text.ts';
import { correctedLimit, type PointKey, rememberPoint } from './seen-points.ts';
import { type SessionState, sessionState } from './session-state.ts';
import type { NoteSettings } from './settings.ts';
import { thresholdOf } from './threshold.ts';
import { lastCompaction, lookAtTranscript, wasAdded } from './transcript-load.ts';

/** How long a begun compaction may take until the transcript tells of it. */
const BEGUN_MS = 15 * 60_000;

/** What the monitor needs of the machine. */
export interface MonitorPorts {
  readonly home: string;
  readonly facts: ContextFacts;
  /** Session starts (in the agent's words) after which the context is what it was. */
  readonly continuedStarts: readonly string[];
  /** The agent's environment and settings, in the folder of the event. */
  readonly host: () => HostSettings;
  /** @throws AppError ARGUMENT_INVALID, when a setting is wrong */
  readonly settings: () => NoteSettings;
  readonly looker: () => Looker;
  /** Something that the user should hear of. */
  readonly problem: (message: string) => void;
}

/** What the model is to be told now. */
export interface DueNote {
  readonly text: string;
  /** It was said. Not called, another event says it later. @throws the file system's error */
  readonly told: () => void;
}

/** One look at one event, with all that it reads. */
class Look {
  readonly event: HookEvent;
  readonly ports: MonitorPorts;
  readonly files: ContextFiles;
  readonly looker: Looker;
  readonly host: () => HostSettings;
  state: SessionState;

  constructor(event: HookEvent, ports: MonitorPorts) {
    this.event = event;
    this.ports = ports;
    this.files = contextFiles(ports.home, event.sessionId);
    this.looker = ports.looker();
    this.host = ports.host;
    this.state = sessionState(this.files.read('state')?.value ?? {}, this.looker.nowMs);
  }

  keep(state: SessionState): void {
    this.state = state;
    this.files.write('state', state);
  }

  /** Undefined: unknown. */
  load(): MeasuredLoad | undefined {
    const { event, files, looker, state, ports } = this;
    const { load, hasLookedDeep } = currentLoad({
      sessionId: event.sessionId,
      transcriptPath: event.transcriptPath,
      kept: files.read('json')?.value,
      state,
      nowMs: looker.nowMs,
      facts: ports.facts,
      host: this.host,
    });
    if (hasLookedDeep) this.keep({ ...this.state, lookedAtMs: looker.nowMs });
    return load;
  }

  point({
    model,
    version,
    windowTokens,
  }: Pick<MeasuredLoad, 'model' | 'version' | 'windowTokens'>): PointKey {
    const limit = this.ports.facts.limitOf({ model, version, windowTokens, host: this.host() });
    return { platform: this.event.platform, model, windowTokens, limit };
  }

  limit(load: MeasuredLoad): ContextLimit {
    return correctedLimit(this.ports.home, this.point(load));
  }
}

/** The context is empty from here on. */
function empty(look: Look): void {
  if (!hasContextFiles(look.ports.home, look.event.sessionId)) return;
  confirm(look, look.state.begun?.usedTokens);
  look.keep({ ...look.state, emptiedAtMs: look.looker.nowMs });
  // Its time alone does not tell where the clock was set back meanwhile.
  const kept = look.files.read('json');
  if (kept !== undefined)
    look.files.write('json', { ...kept.value, usedTokens: undefined, atMs: look.looker.nowMs });
  startAnew(look.files, look.looker);
}

/** A compaction begins; whether it happens, and at how many tokens, is told later. */
function begin(look: Look): void {
  const load = look.load();
  if (load === undefined) return;
  const { model, version, windowTokens, usedTokens } = load;
  look.keep({ ...look.state, begun: { model, version, windowTokens, usedTokens, atMs: look.looker.nowMs } });
}

/** A begun compaction has happened, at so many tokens. */
function confirm(look: Look, tokens: number | undefined): void {
  const { begun } = look.state;
  if (begun !== undefined && tokens !== undefined) rememberPoint(look.ports.home, look.point(begun), tokens);
}

/** The transcript tells what the agent itself counted, which is more exact than the last reply. */
function readBoundary(look: Look): void {
  const { begun, ...rest } = look.state;
  const { transcriptPath } = look.event;
  if (begun === undefined || transcriptPath === undefined) return;
  const boundary = lastCompaction(transcriptPath, look.ports.facts);
  const isOurs = boundary?.isAutomatic === true && (boundary.atMs ?? 0) >= begun.atMs;
  if (isOurs) confirm(look, boundary.beforeTokens);
  if (isOurs || look.looker.nowMs - begun.atMs > BEGUN_MS) look.keep(rest);
}

/** The status line does not know yet of a compaction that the transcript tells of. */
function hasCompactedSince({ event, ports, files }: Look, load: MeasuredLoad): boolean {
  // Told already: the answer would change nothing.
  if (load.isEstimate || event.transcriptPath === undefined || files.read('told') !== undefined) return false;
  const look = lookAtTranscript(event.transcriptPath, ports.facts, false);
  return look.kind === 'mark' && look.mark.kind === 'compaction' && (look.mark.atMs ?? 0) > load.atMs;
}

function check(look: Look): DueNote | undefined {
  const { files, looker, ports } = look;
  readBoundary(look);
  const load = look.load();
  if (load === undefined) return undefined;
  const settings = ports.settings();
  if (!settings.hasNote) return undefined;
  const limit = look.limit(load);
  const { tokens, wholeTokens, problem } = thresholdOf(settings, limit, load.windowTokens);
  if (load.usedTokens < tokens) {
    onBelow(files, load.atMs, looker);
    return undefined;
  }
  if (hasCompactedSince(look, load)) return undefined;
  const path = look.event.transcriptPath;
  const wasSaid = (sinceMs: number): boolean =>
    path !== undefined && wasAdded(path, ports.facts, NOTE_END, sinceMs);
  const claim = claimNote(files, looker, wasSaid);
  if (claim === undefined) return undefined;
  if (problem !== undefined) ports.problem(problem);
  const percent = Math.floor((100 * load.usedTokens) / wholeTokens);
  return {
    text: noteText({ percent, kind: limit.kind, isEstimate: load.isEstimate, isRaw: settings.isRaw }),
    told: () => setTold(files, claim),
  };
}

/**
 * Looks at the context after an event of the main conversation, and says what the model is to be told: once per approach,
 * by one process in all. `said`: what the event itself says of the load. Undefined: nothing. @throws what settings and file system throw
 */
export function watchContext(
  event: HookEvent,
  ports: MonitorPorts,
  said?: SaidLoad | undefined,
): DueNote | undefined {
  // A subagent has a context of its own, which ends with it.
  if (event.agentId !== undefined) return undefined;
  if (said !== undefined)
    keepSaid(contextFiles(ports.home, event.sessionId), event.sessionId, said, ports.looker().nowMs);
  switch (event.name) {
    case 'session_start':
      if (event.detail !== undefined && !ports.continuedStarts.includes(event.detail))
        empty(new Look(event, ports));
      return undefined;
    case 'post_compact':
      empty(new Look(event, ports));
      return undefined;
    case 'pre_compact':
      if (event.detail === ports.facts.automaticTrigger) begin(new Look(event, ports));
      return undefined;
    case 'user_prompt':
    case 'post_tool':
    case 'post_tool_failure':
      return check(new Look(event, ports));
    default:
      return undefined;
  }
}

/** Below this part of the point at which the agent compacts it certainly does not. */
const FAR = 0.97;

/**
 * Whether the context is far from the point of compaction, for agents that announce one before every request. An announced
 * compaction that somebody asked for is never far. @throws what settings and file system throw
 */
export function isFarFrom(event: HookEvent, ports: MonitorPorts): boolean {
  if (event.detail !== ports.facts.automaticTrigger) return false;
  const look = new Look(event, ports);
  const load = look.load();
  return load === undefined || load.usedTokens < look.limit(load).tokens * FAR;
}
