/**
 * `hook-platforms.cjs`: all agents but those that `hook.cjs` knows itself, and what is done for agents whose hooks have no
 * running server to ask. Loaded by it for them alone, and by the server for a client that is not Claude Code.
 */
import { existsSync } from 'node:fs';
import type { HookDecision } from '#core/hook-decision.ts';
import { isRecord } from '#core/json.ts';
import { mayAct } from '#hooks/may-act.ts';
import type { DecidedEvent, HookPorts } from '#hooks/pipeline.ts';
import type { CompiledScripts } from '#infra/compiled-script.ts';
import type { Environment } from '#infra/home.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { findPlatform, findPlatformByClient } from '#platforms/index.ts';
import type { HookActCall } from './hook-live.ts';

export { findPlatform, findPlatformByClient };

/** Below the smallest limit of the governor as it is set without the user, see DEFAULT_GOVERNOR. */
const RESULT_BYTES = 6_000;
/** Where the user has settings, a limit may be lower. */
const SET_RESULT_BYTES = 500;

export interface ActPlace {
  readonly home: string;
  readonly env: Environment;
  readonly bundleDir: string;
  readonly scripts: CompiledScripts;
}

/** The settings are read by those who are loaded; here only whether there are any. */
function limitsOf({ home, env }: ActPlace, platform: PlatformDescriptor) {
  const hasFile = existsSync(`${home}/config.json`);
  return {
    resultBytes: hasFile || env.PLIMSOLL_GOVERNOR_LIMIT_BYTES ? SET_RESULT_BYTES : RESULT_BYTES,
    isRouting: platform.capabilities.replaces !== 'all' || hasFile || Boolean(env.PLIMSOLL_ROUTING_MODE),
  };
}

/** What is done about one event beside recording it. */
export class ActDoor {
  private readonly place: ActPlace;
  private after: (() => void) | undefined;

  constructor(place: ActPlace) {
    this.place = place;
  }

  /** Undefined: there is nothing to decide. */
  act(
    decided: DecidedEvent,
    platform: PlatformDescriptor,
    ports: HookPorts,
  ): Promise<HookDecision> | undefined {
    const { event } = decided;
    const what = mayAct(event, platform, limitsOf(this.place, platform));
    if (what === undefined) return undefined;
    const { home, env, bundleDir, scripts } = this.place;
    const folder = ports.project?.(event) ?? (event.cwd || process.cwd());
    const fault: HookActCall['fault'] = (code, message) => ports.fault(code, message);
    const { nowMs } = ports;
    const call = { decided, platform, home, env, folder, bundleDir, fault, nowMs } as const;
    if (what === 'route')
      return (scripts.load('hook-route.cjs', event.name) as typeof import('./hook-route.ts')).route(call);
    return this.live(scripts.load('hook-live.cjs', event.name) as typeof import('./hook-live.ts'), call);
  }

  private async live(bundle: typeof import('./hook-live.ts'), call: HookActCall): Promise<HookDecision> {
    const { decision, settle } = await bundle.act(call);
    this.after = settle;
    return decision;
  }

  /**
   * True for the event that comes before every request and means a compaction only where the context is nearly as full as
   * that takes: there is nothing to be done, and nothing to be written down.
   */
  isIdleTick(platform: PlatformDescriptor, eventName: string, input: unknown): boolean {
    if (platform.compaction !== 'tick' || platform.events[eventName] !== 'pre_compact') return false;
    const event = isRecord(input) ? platform.codec.parse(platform.id, 'pre_compact', input) : undefined;
    if (event === undefined) return false;
    const { home, env, scripts } = this.place;
    const bundle = scripts.load('hook-context.cjs', 'tick') as typeof import('./hook-context.ts');
    return bundle.isFarFromCompaction(event, {
      env,
      home,
      continuedStarts: () => platform.continuedStarts,
      problem: () => undefined,
    });
  }

  /** The answer was written. */
  settle(): void {
    this.after?.();
  }
}
