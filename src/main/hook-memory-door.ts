import { readFileSync, rmSync } from 'node:fs';
import { type HookDecision, NO_DECISION } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import type { SessionFact } from '#core/session-fact.ts';
import { type HookPorts, sessionEvent } from '#hooks/pipeline.ts';
import type { CompiledScripts } from '#infra/compiled-script.ts';
import { appendLine, owedFile } from '#infra/spool.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';

/** A bundle beside this one. */
const memory = (): typeof import('./hook-memory.ts') => require(`${__dirname}/hook-memory.cjs`);

/** Events that need the store. */
const RARE: ReadonlySet<string> = new Set(['session_start', 'pre_compact', 'session_end']);
/** Events that can bring a guide, or bring it again, where the agent lets them say something. */
const CARRIERS: ReadonlySet<string> = new Set([
  'user_prompt',
  'post_tool',
  'post_tool_failure',
  'post_compact',
]);

/** Starts of a session after which a guide is given. */
const GUIDED: ReadonlySet<string> = new Set(['compact', 'resume']);

/** Whether another process left word that a guide is owed. */
function owedBy(mark: string): 'maybe' | 'cut' | undefined {
  try {
    return readFileSync(mark, 'utf8').endsWith('session_start\n') ? 'cut' : 'maybe';
  } catch {
    return undefined;
  }
}

/** What this process does for the session's memory. */
export class MemoryDoor {
  private readonly home: string;
  private readonly scripts: CompiledScripts;
  /** Removed once the answer is out. */
  private readonly owed = new Set<string>();

  constructor(home: string, scripts: CompiledScripts) {
    this.home = home;
    this.scripts = scripts;
  }

  /** See extractFacts. */
  factsOf(event: HookEvent): readonly SessionFact[] {
    const capture = this.scripts.load('hook-capture.cjs', event.name) as typeof import('./hook-capture.ts');
    return capture.factsOf(event);
  }

  /** The session's memory, for events that need it, and where a guide is owed. */
  remember(event: HookEvent, platform: PlatformDescriptor, ports: HookPorts): HookDecision {
    const { home } = this;
    const { name, agentId, detail = '' } = event;
    const mark = owedFile(home, platform.id, event.sessionId);
    const isCarrier = CARRIERS.has(name) && platform.capabilities.contextOn.includes(event.name);
    const owed = isCarrier && agentId === undefined ? owedBy(mark) : undefined;
    if (!RARE.has(name) && owed === undefined) return NO_DECISION;
    if (name === 'pre_compact' || (name === 'session_start' && GUIDED.has(detail))) appendLine(mark, name);
    const { env } = process;
    const folder = ports.project?.(event) ?? (event.cwd || process.cwd());
    const toRecord = (missed: HookEvent, atMs: number) => sessionEvent(missed, platform, ports, atMs);
    const { nowMs } = ports;
    const place = { home, env, folder, bundleDir: __dirname };
    const decision = memory().remember({ ...place, event, platform, owed, toRecord, nowMs });
    if (name !== 'pre_compact') this.owed.add(mark);
    return decision;
  }

  /** The answer was written. */
  settle(): void {
    for (const mark of this.owed) rmSync(mark, { force: true });
  }
}
