import type { HookEventName } from '../../src/core/hook-event.ts';
import type { StoredFact } from '../../src/core/session-fact.ts';
import { extractFacts } from '../../src/features/memory/extract-facts.ts';
import { claudeCodec } from '../../src/platforms/codecs/claude.ts';
import type { Checkpoint, World } from './world.ts';

const NAMES: Readonly<Record<string, HookEventName>> = {
  SessionStart: 'session_start',
  UserPromptSubmit: 'user_prompt',
  PreToolUse: 'pre_tool',
  PostToolUse: 'post_tool',
  PostToolUseFailure: 'post_tool_failure',
  PreCompact: 'pre_compact',
  PostCompact: 'post_compact',
  InstructionsLoaded: 'rules_loaded',
  CwdChanged: 'folder_changed',
  SubagentStart: 'subagent_start',
  SubagentStop: 'subagent_stop',
  Stop: 'stop',
  SessionEnd: 'session_end',
};

export interface Replayed {
  readonly checkpoint: Checkpoint;
  /** What is known of the session then. */
  readonly facts: readonly StoredFact[];
}

/** Facts of every session of a world, as they stand at its checkpoints, and all of them at its end. */
export function replay(world: World): {
  readonly stops: readonly Replayed[];
  readonly all: readonly StoredFact[];
} {
  const bySession = new Map<string, StoredFact[]>();
  const stops: Replayed[] = [];
  let id = 0;
  for (const { s, t, stdin, checkpoint } of world.events) {
    const facts = bySession.get(s) ?? [];
    bySession.set(s, facts);
    const found = world.checkpoints.find((known) => known.id === checkpoint);
    if (found !== undefined) stops.push({ checkpoint: found, facts: [...facts] });
    const name = NAMES[stdin.hook_event_name];
    const event = name && claudeCodec.parse('claude-code', name, stdin);
    if (event === undefined) continue;
    for (const fact of extractFacts(event)) {
      id += 1;
      const agent = event.agentId === undefined ? {} : { agentId: event.agentId };
      facts.push({ ...fact, id, sessionId: event.sessionId, atMs: t, cwd: event.cwd, ...agent });
    }
  }
  return { stops, all: [...bySession.values()].flat() };
}
