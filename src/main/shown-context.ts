import type { HookEvent } from '#core/hook-event.ts';
import { readNoteSettings } from '#features/context/settings.ts';
import { shownLoad } from '#features/context/shown-load.ts';
import type { Environment } from '#infra/home.ts';
import { createContextPlaces } from './context-places.ts';

/** Whose load is wanted: what any event of the session says. */
export type ShownSession = Pick<HookEvent, 'platform' | 'sessionId' | 'cwd' | 'transcriptPath'>;

/** The load of a session in words; undefined: unknown. @throws AppError ARGUMENT_INVALID for a wrong setting */
export function shownContext(
  { env, home }: { readonly env: Environment; readonly home: string },
  { platform, sessionId, cwd, transcriptPath }: ShownSession,
  placeOf = createContextPlaces(env),
): string | undefined {
  const place = placeOf(platform, cwd);
  if (place === undefined) return undefined;
  const { isRaw } = readNoteSettings(env, home);
  const nowMs = Date.now();
  return shownLoad({ home, platform, sessionId, transcriptPath, ...place, isRaw, nowMs });
}
