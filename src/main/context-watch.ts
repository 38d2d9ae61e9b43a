import type { HookEvent } from '#core/hook-event.ts';
import type { JsonRecord } from '#core/json.ts';
import { hostSettings, wantedKeys } from '#features/context/host-files.ts';
import { type DueNote, isFarFrom, type MonitorPorts, watchContext } from '#features/context/monitor.ts';
import { projectNoteSettings } from '#features/context/settings.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { createTextFileCache, type TextFile } from '#infra/text-file-cache.ts';
import { contextOf } from '#platforms/context/index.ts';

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
  /** Looks at the context after an event; the note that is due, or undefined. */
  note(event: HookEvent): DueNote | undefined;
  /** Whether the context is far from the point at which the agent compacts; true where its load is not known. */
  isFar(event: HookEvent): boolean;
}

/** Looks at contexts. All of it @throws AppError, for a wrong setting; what the disk throws */
export function createContextWatch({ env, home, continuedStarts, problem }: WatchOptions): ContextWatch {
  const readText = createTextFileCache();
  /** Parsed once per version of a file: the object stays the same until the file changes. */
  const parsed = new WeakMap<TextFile, JsonRecord>();
  const read = ({ path, keys }: { readonly path: string; readonly keys: readonly string[] }): JsonRecord => {
    const file = readText(path);
    const known = parsed.get(file);
    if (known !== undefined) return known;
    const value = file.kind === 'text' ? wantedKeys(file.text, keys) : {};
    parsed.set(file, value);
    return value;
  };
  const userHome = environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE') ?? '';
  const portsOf = (event: HookEvent): MonitorPorts | undefined => {
    const facts = contextOf(event.platform);
    if (facts === undefined) return undefined;
    const place = {
      home: userHome,
      configDir: environmentValue(env, 'CLAUDE_CONFIG_DIR'),
      platform: process.platform,
      projectRoot: environmentValue(env, 'CLAUDE_PROJECT_DIR') ?? event.cwd,
    };
    return {
      home,
      facts,
      continuedStarts: continuedStarts(),
      host: () => hostSettings(env, facts.settingsFiles(place), read),
      settings: () => projectNoteSettings(env, home, event.cwd),
      looker: () => ({ pid: process.pid, nowMs: Date.now(), isAlive }),
      problem,
    };
  };
  return {
    note(event) {
      const ports = portsOf(event);
      return ports === undefined ? undefined : watchContext(event, ports);
    },
    isFar(event) {
      const ports = portsOf(event);
      return ports === undefined || isFarFrom(event, ports);
    },
  };
}
