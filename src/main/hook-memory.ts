/**
 * `hook-memory.cjs`: a session's memory in a process that was started for a hook. `hook.cjs` loads it for the few events that
 * need the store: it takes the spool in, writes the snapshot, gives the guide.
 */
import { isAbsolute } from 'node:path';
import type { HookDecision } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import type { SessionEvent } from '#core/session-event.ts';
import { readMemorySettings } from '#features/memory/delivery/settings.ts';
import { ingestSpool } from '#features/sessions/ingest-spool.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { KnownLibraries } from '#infra/known-libraries.ts';
import { resolveProject } from '#infra/project.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { openDatabase } from '#storage/database.ts';
import { DRIVER_ENV, selectDriver } from '#storage/select-driver.ts';
import { createSessionStore } from '#storage/session-store.ts';
import { composeMemory } from './session-memory.ts';

export interface HookMemoryCall {
  readonly event: HookEvent;
  readonly platform: PlatformDescriptor;
  readonly home: string;
  readonly env: Environment;
  /** Folder of the session's project. */
  readonly folder: string;
  readonly bundleDir: string;
  /** A guide is owed, perhaps; `cut`: another process ended while it was giving it. Undefined: neither. */
  readonly owed: 'maybe' | 'cut' | undefined;
  readonly toRecord: (event: HookEvent, atMs: number) => SessionEvent;
  readonly nowMs: () => number;
}

/** What the memory says to an event that was spooled. @throws AppError of the store */
export function remember(call: HookMemoryCall): HookDecision {
  const { event, home, env, nowMs } = call;
  const projectOf = (folder: string) => resolveProject(home, isAbsolute(folder) ? folder : home);
  const project = projectOf(call.folder);
  const { driver } = selectDriver({
    bundleDir: call.bundleDir,
    forced: environmentValue(env, DRIVER_ENV),
    known: new KnownLibraries(home),
  });
  const database = openDatabase({ driver, path: project.databasePath, nowMs });
  try {
    const sessions = createSessionStore(database);
    const memory = composeMemory({
      database,
      platform: call.platform,
      settings: () => readMemorySettings(env),
      takeIn: () =>
        void ingestSpool({
          home,
          store: sessions,
          isOurs: (folder) => projectOf(folder).dataDir === project.dataDir,
        }),
      toRecord: call.toRecord,
      record: (missed) => void sessions.addEvent(missed),
      nowMs,
      userHome: environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE'),
    });
    return call.owed === undefined ? memory.on(event) : memory.giveOwed(event, call.owed === 'cut');
  } finally {
    // Moving the WAL into the store takes a tenth of the whole; whoever comes next reads it as it is.
    if (event.name === 'session_end') database.close();
  }
}
