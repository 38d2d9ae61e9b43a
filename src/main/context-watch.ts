import type { HookEvent } from '#core/hook-event.ts';
import type { JsonRecord } from '#core/json.ts';
import { type DueNote, type MonitorPorts, watchContext } from '#features/context/monitor.ts';
import { projectNoteSettings } from '#features/context/settings.ts';
import type { Environment } from '#infra/home.ts';
import { createContextPlaces } from './context-places.ts';

export interface WatchOptions {
  readonly env: Environment;
  /** The data folder. */
  readonly home: string;
  /** Session starts of this agent (in its words) after which the context is what it was. */
  readonly continuedStarts: () => readonly string[];
  /** Something that the user should hear of. */
  readonly problem: (message: string) => void;
}

/** False only for a process that is certainly gone; one of another user is there. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Looks at the context after an event; the note that is due, or undefined. @throws AppError, for a wrong setting; what the disk throws */
export function createContextWatch(
  { env, home, continuedStarts, problem }: WatchOptions,
  placeOf = createContextPlaces(env),
): (event: HookEvent, input: JsonRecord) => DueNote | undefined {
  return (event, input) => {
    const place = placeOf(event.platform, event.cwd);
    if (place === undefined) return undefined;
    const ports: MonitorPorts = {
      home,
      facts: place.facts,
      continuedStarts: continuedStarts(),
      host: place.host,
      settings: () => projectNoteSettings(env, home, event.cwd),
      looker: () => ({ pid: process.pid, nowMs: Date.now(), isAlive }),
      problem,
    };
    return watchContext(event, ports, place.facts.saidOf(input));
  };
}
