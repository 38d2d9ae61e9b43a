import type { HookEvent } from '#core/hook-event.ts';
import type { JsonRecord } from '#core/json.ts';
import { type DueNote, isFarFrom, type MonitorPorts, watchContext } from '#features/context/monitor.ts';
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

export interface ContextWatch {
  /** Looks at the context after an event; the note that is due, or undefined. `input`: the event as the agent sent it. */
  note(event: HookEvent, input: JsonRecord): DueNote | undefined;
  /** Whether the context is far from the point at which the agent compacts; true where its load is not known. */
  isFar(event: HookEvent): boolean;
}

/** Looks at contexts. All of it @throws AppError, for a wrong setting; what the disk throws */
export function createContextWatch(
  { env, home, continuedStarts, problem }: WatchOptions,
  placeOf = createContextPlaces(env),
): ContextWatch {
  const portsOf = (event: HookEvent): MonitorPorts | undefined => {
    const place = placeOf(event.platform, event.cwd);
    if (place === undefined) return undefined;
    return {
      home,
      facts: place.facts,
      continuedStarts: continuedStarts(),
      host: place.host,
      settings: () => projectNoteSettings(env, home, event.cwd),
      looker: () => ({ pid: process.pid, nowMs: Date.now(), isAlive }),
      problem,
    };
  };
  return {
    note(event, input) {
      const ports = portsOf(event);
      return ports === undefined ? undefined : watchContext(event, ports, ports.facts.saidOf(input));
    },
    isFar(event) {
      const ports = portsOf(event);
      return ports === undefined || isFarFrom(event, ports);
    },
  };
}
