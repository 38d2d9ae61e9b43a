import type { HookDecision } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import type { SessionEvent } from '#core/session-event.ts';
import type { SecretValue } from '#core/text/redact-values.ts';
import type { SessionMemory } from '#features/memory/delivery/session-memory.ts';
import { readMemorySettings } from '#features/memory/delivery/settings.ts';
import { type HookPorts, sessionEvent } from '#hooks/pipeline.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { loadMemory } from './load-memory.ts';
import type { Workspace } from './workspace.ts';

export interface LiveMemoryOptions {
  readonly env: Environment;
  readonly platform: () => PlatformDescriptor;
  /** Opens the stores; may throw, and is asked again by the next event. */
  readonly workspace: () => Workspace;
  readonly record: (event: SessionEvent) => boolean;
  /** Values that nothing may be remembered of. */
  readonly secrets: readonly SecretValue[];
  readonly ports: Pick<HookPorts, 'fault' | 'nowMs' | 'folder'>;
}

/** The session memory of a running server, as the hooks' pipeline asks for it. */
export function createLiveMemory({ env, platform, workspace, record, secrets, ports }: LiveMemoryOptions) {
  /** Sessions of which this server has had an event. */
  const seen = new Set<string>();
  let memory: SessionMemory | undefined;
  const facts = (event: HookEvent) => loadMemory().factsOf(event, secrets);
  const recording: HookPorts = { ...ports, record, facts };

  function open(): SessionMemory {
    memory ??= loadMemory().composeMemory({
      database: workspace().database,
      platform: platform(),
      settings: () => readMemorySettings(env),
      takeIn: () => workspace().ingest(),
      toRecord: (event, atMs) => sessionEvent(event, platform(), recording, atMs),
      record,
      nowMs: ports.nowMs,
      userHome: environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE'),
    });
    return memory;
  }

  return {
    facts,
    prepare(event: HookEvent): void {
      if (seen.has(event.sessionId)) return;
      seen.add(event.sessionId);
      open().catchUp(event);
    },
    remember: (event: HookEvent): HookDecision => open().on(event),
    /** Steps that make the first compaction faster. */
    rehearsal: () => open().rehearsal(),
  };
}
