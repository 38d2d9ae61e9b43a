import type { ContextFacts, ContextLoad, HostSettings } from '#core/context-load.ts';
import type { JsonRecord } from '#core/json.ts';
import { SECOND_MS } from '#core/units.ts';
import { statPath } from '#infra/stat-path.ts';
import { isFresh, keptLoad } from './kept-load.ts';
import type { SessionState } from './session-state.ts';
import { lookAtTranscript } from './transcript-load.ts';
import { windowSize } from './window-size.ts';

/** A transcript whose last lines say nothing is looked through farther back no more often than this. */
const DEEP_EVERY_MS = 30 * SECOND_MS;

/** The load with the window that it is part of. */
export interface MeasuredLoad {
  readonly model: string;
  readonly version: string | undefined;
  readonly usedTokens: number;
  readonly windowTokens: number;
  /** When the number was true. */
  readonly atMs: number;
  /** Taken from the transcript: the window is known by the model's name only. */
  readonly isEstimate: boolean;
}

export interface LoadQuestion {
  readonly sessionId: string;
  /** Undefined: the agent names none. */
  readonly transcriptPath: string | undefined;
  /** Content of the file that the status line wrote; undefined: there is none. */
  readonly kept: JsonRecord | undefined;
  readonly state: SessionState;
  readonly nowMs: number;
  readonly facts: ContextFacts;
  readonly host: () => HostSettings;
}

/** The load, and whether the transcript had to be looked through far back for it. */
export interface LoadAnswer {
  /** Undefined: unknown. */
  readonly load: MeasuredLoad | undefined;
  /**
   * Where `load` is unknown: what was measured last, with nothing that speaks against it but its age. To be shown as old,
   * never to be acted on. Undefined: nothing, or it is known to be wrong by now.
   */
  readonly old?: MeasuredLoad | undefined;
  readonly hasLookedDeep: boolean;
}

const baseName = (model: string): string => model.replace(/\[[^\]]*\]$/, '');

/** The status line's numbers, where they are of the context as it is now. */
function usableKept({ kept, sessionId, state, nowMs }: LoadQuestion): ContextLoad | undefined {
  const load = kept === undefined ? undefined : keptLoad(kept, sessionId, nowMs);
  return load === undefined || load.atMs <= (state.emptiedAtMs ?? 0) ? undefined : load;
}

function fromKept(load: ContextLoad, { facts, host }: LoadQuestion): MeasuredLoad | undefined {
  const { model, version, usedTokens, windowTokens: statedTokens, atMs } = load;
  if (usedTokens === undefined) return undefined;
  const windowTokens = windowSize({ model, version, usedTokens, statedTokens, host: host() }, facts);
  if (windowTokens === undefined) return undefined;
  return { model, version, usedTokens, windowTokens, atMs, isEstimate: false };
}

function fromTranscript(
  path: string,
  changedMs: number,
  stated: ContextLoad | undefined,
  question: LoadQuestion,
): LoadAnswer {
  const { state, nowMs, facts, host } = question;
  const mayLookDeep = nowMs - (state.lookedAtMs ?? 0) >= DEEP_EVERY_MS;
  const quick = lookAtTranscript(path, facts, false);
  const hasLookedDeep = quick.kind === 'farther' && mayLookDeep;
  const look = hasLookedDeep ? lookAtTranscript(path, facts, true) : quick;
  if (look.kind !== 'mark')
    return { load: undefined, old: stated && fromKept(stated, question), hasLookedDeep };
  if (look.mark.kind !== 'usage') return { load: undefined, hasLookedDeep };
  const { mark } = look;
  const atMs = Math.min(mark.atMs ?? changedMs, nowMs);
  // A reply from before the context was emptied; the first one after it is not written yet.
  if (atMs <= (state.emptiedAtMs ?? 0)) return { load: undefined, hasLookedDeep };
  const isSameModel = stated !== undefined && baseName(stated.model) === baseName(mark.model);
  const windowTokens = windowSize(
    {
      model: isSameModel ? stated.model : mark.model,
      version: mark.version,
      usedTokens: mark.usedTokens,
      statedTokens: mark.windowTokens ?? (isSameModel ? stated.windowTokens : undefined),
      host: host(),
    },
    facts,
  );
  if (windowTokens === undefined) return { load: undefined, hasLookedDeep };
  const { model, version, usedTokens } = mark;
  return { load: { model, version, usedTokens, windowTokens, atMs, isEstimate: true }, hasLookedDeep };
}

/**
 * The load of a session as it is now: what the status line kept, as long as it is fresh or nothing was written to the
 * transcript since; else the transcript's last reply. Unknown rather than old.
 */
export function currentLoad(question: LoadQuestion): LoadAnswer {
  const { transcriptPath, nowMs } = question;
  const kept = usableKept(question);
  const found = kept === undefined ? undefined : fromKept(kept, question);
  if (found !== undefined && isFresh(found.atMs, nowMs)) return { load: found, hasLookedDeep: false };
  const stat = transcriptPath === undefined ? undefined : statPath(transcriptPath);
  if (transcriptPath === undefined || stat === undefined || !stat.isFile())
    return { load: undefined, old: found, hasLookedDeep: false };
  if (found !== undefined && stat.mtimeMs <= found.atMs) return { load: found, hasLookedDeep: false };
  return fromTranscript(transcriptPath, stat.mtimeMs, kept, question);
}
