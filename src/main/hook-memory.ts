/**
 * `hook-memory.cjs`: a session's memory in a process that was started for a hook. `hook.cjs` loads it for the few events that
 * need the store: it takes the spool in, writes the snapshot, gives the guide.
 */
import { readFileSync, rmSync } from 'node:fs';
import { type HookDecision, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { isRecord, parseJson, stringField } from '#core/json.ts';
import type { PreparedPlace } from '#features/memory/delivery/early-guides.ts';
import { readMemorySettings } from '#features/memory/delivery/settings.ts';
import { ingestSpool } from '#features/sessions/ingest-spool.ts';
import { type HookPorts, sessionEvent } from '#hooks/pipeline.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { readKept, writeKept } from '#infra/kept-file.ts';
import { KnownLibraries } from '#infra/known-libraries.ts';
import { guideFile } from '#infra/spool.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { openDatabase } from '#storage/database.ts';
import { ASIDE_WAIT_MS } from '#storage/lock-patience.ts';
import { DRIVER_ENV, selectDriver } from '#storage/select-driver.ts';
import { createSessionStore } from '#storage/session-store.ts';
import { projectOfEvent } from './project-of-event.ts';
import { composeMemory } from './session-memory.ts';

/** One project's store, as a process finds it that lives for one event. */
export interface HookStore {
  readonly home: string;
  readonly env: Environment;
  /** Folder of the session's project. */
  readonly folder: string;
  readonly bundleDir: string;
  readonly nowMs: () => number;
}

export interface HookMemoryCall extends HookStore {
  readonly event: HookEvent;
  readonly platform: PlatformDescriptor;
  /** The note that a guide is owed, see owedFile. */
  readonly mark: string;
  /** The event can bring the guide that the note was left for. */
  readonly isOwed: boolean;
  /** Of the door that the event came by. */
  readonly ports: HookPorts;
}

function open({ home, env, folder, bundleDir, nowMs }: HookStore) {
  const project = projectOfEvent(home, folder);
  const forced = environmentValue(env, DRIVER_ENV);
  const { driver } = selectDriver({ bundleDir, forced, known: new KnownLibraries(home) });
  const database = openDatabase({ driver, path: project.databasePath, nowMs });
  const sessions = createSessionStore(database);
  const isOurs = (place: string): boolean => projectOfEvent(home, place).dataDir === project.dataDir;
  return { database, sessions, takeIn: () => void ingestSpool({ home, store: sessions, isOurs }) };
}

/**
 * Takes spooled events in, a part of a long session at a time. The store is left as it is: moving the WAL into it takes a
 * tenth of the whole. @throws AppError of the store
 */
export function takeIn(store: HookStore): void {
  const { database, takeIn: take } = open(store);
  database.within(ASIDE_WAIT_MS, take);
}

const placeIn = (file: string): PreparedPlace => ({
  keep: (guide) => writeKept(file, [Buffer.from(JSON.stringify(guide))]),
  find() {
    const line = parseJson(readKept(file)?.toString() ?? '');
    if (!isRecord(line)) return undefined;
    const [key, text] = [stringField(line, 'key'), stringField(line, 'text')];
    return key === undefined || text === undefined ? undefined : { key, text };
  },
});

/** What the memory says, and what is to be done once the answer is out. */
export interface Remembered {
  readonly decision: HookDecision;
  readonly settle: () => void;
}

const NOTHING: Remembered = { decision: NO_DECISION, settle: () => undefined };

/** `cut`: another process ended while it was giving the guide; `maybe`: it may have been given. Undefined: it is, by now. */
function owedBy(mark: string): 'maybe' | 'cut' | undefined {
  try {
    return readFileSync(mark, 'utf8').endsWith('session_start\n') ? 'cut' : 'maybe';
  } catch {
    return undefined;
  }
}

/** What the memory says to an event that was spooled. @throws AppError of the store */
export function remember(call: HookMemoryCall): Remembered {
  const { event, home, isOwed, mark, platform } = call;
  const owed = isOwed ? owedBy(mark) : undefined;
  if (isOwed && owed === undefined) return NOTHING;
  const guide = guideFile(home, platform.id, event.sessionId);
  const decision = decide(call, guide, owed);
  if (event.name === 'pre_compact') return { ...NOTHING, decision };
  const settle = (): void => {
    for (const file of [mark, guide]) rmSync(file, { force: true });
  };
  return { decision, settle };
}

/** `guide`: where a guide is left for the process that comes next. @throws AppError of the store */
function decide(call: HookMemoryCall, guide: string, owed: 'maybe' | 'cut' | undefined): HookDecision {
  const { event, env, nowMs, platform } = call;
  const { database, sessions, takeIn: take } = open(call);
  try {
    const memory = composeMemory({
      database,
      platform,
      settings: () => readMemorySettings(env),
      takeIn: take,
      toRecord: (missed, atMs) => sessionEvent(missed, platform, call.ports, atMs),
      prepared: placeIn(guide),
      record: (missed) => void sessions.addEvent(missed),
      nowMs,
      userHome: environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE'),
    });
    return owed === undefined ? memory.on(event) : memory.giveOwed(event, owed === 'cut');
  } finally {
    // Moving the WAL into the store takes a tenth of the whole; whoever comes next reads it as it is.
    if (event.name === 'session_end') database.close();
  }
}
