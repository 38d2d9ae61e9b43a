import { existsSync } from 'node:fs';
import { type HookDecision, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import type { SessionFact } from '#core/session-fact.ts';
import { bareCompaction } from '#features/memory/bare-compaction.ts';
import type { HookPorts } from '#hooks/pipeline.ts';
import type { CompiledScripts } from '#infra/compiled-script.ts';
import { appendLine, owedFile } from '#infra/spool.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import type { HookStore } from './hook-memory.ts';

/** Events that need the store. */
const RARE: ReadonlySet<string> = new Set(['session_start', 'pre_compact', 'session_end']);
/** Events that can bring a guide, or bring it again, where the agent lets them say something. */
const CARRIERS: ReadonlySet<string> = new Set([
  'user_prompt',
  'post_tool',
  'post_tool_failure',
  'post_compact',
]);

/** A use of the bundle beside the events. */
const TAKE_IN = 'take_in';

/** Starts of a session after which a guide is given. */
const GUIDED: ReadonlySet<string> = new Set(['compact', 'resume']);

/** What this process does for the session's memory. */
export class MemoryDoor {
  private readonly home: string;
  private readonly scripts: CompiledScripts;
  /** The event that was recorded has made the spool so long that it is time to take it in. */
  isGrown = false;
  /** What has time until the answer is out. */
  private readonly afterwards: (() => void)[] = [];

  constructor(home: string, scripts: CompiledScripts) {
    this.home = home;
    this.scripts = scripts;
  }

  /** See extractFacts. */
  factsOf(event: HookEvent): readonly SessionFact[] {
    const bare = bareCompaction(event);
    if (bare !== undefined) return [bare];
    const capture = this.scripts.load('hook-capture.cjs', event.name) as typeof import('./hook-capture.ts');
    return capture.factsOf(event);
  }

  /** The session's memory, for events that need it, and where a guide is owed. */
  remember(event: HookEvent, platform: PlatformDescriptor, ports: HookPorts): HookDecision {
    const { home } = this;
    const { name, agentId, detail = '' } = event;
    const mark = owedFile(home, platform.id, event.sessionId);
    const isCarrier = CARRIERS.has(name) && platform.capabilities.contextOn.includes(event.name);
    // Another process left word that a guide is owed.
    const isOwed = isCarrier && agentId === undefined && existsSync(mark);
    const store = (): HookStore => {
      const folder = ports.project?.(event) ?? (event.cwd || process.cwd());
      return { home, env: process.env, folder, bundleDir: __dirname, nowMs: ports.nowMs };
    };
    if (!RARE.has(name) && !isOwed) {
      if (this.isGrown) this.afterwards.push(() => this.load(TAKE_IN).takeIn(store()));
      return NO_DECISION;
    }
    if (name === 'pre_compact' || (name === 'session_start' && GUIDED.has(detail))) appendLine(mark, name);
    const said = this.load(name).remember({ ...store(), event, platform, mark, isOwed, ports });
    this.afterwards.push(said.settle);
    return said.decision;
  }

  private load(use: string): typeof import('./hook-memory.ts') {
    return this.scripts.load('hook-memory.cjs', use) as typeof import('./hook-memory.ts');
  }

  /** The answer was written. @throws AppError of the store, the file system's error */
  settle(): void {
    for (const work of this.afterwards) work();
  }
}
