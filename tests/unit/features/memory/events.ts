import type { HookEvent } from '#core/hook-event.ts';
import type { FactKind, SessionFact, StoredFact } from '#core/session-fact.ts';
import { extractFacts } from '#features/memory/extract-facts.ts';

const BASE = { platform: 'any', sessionId: 's1', cwd: '/home/dev/app' } as const;

export const prompt = (text: string): HookEvent => ({ ...BASE, name: 'user_prompt', prompt: text });
export const stop = (message: string): HookEvent => ({ ...BASE, name: 'stop', message });
export const used = (toolName: string, toolInput: object, toolResponse: unknown = {}): HookEvent => ({
  ...BASE,
  name: 'post_tool',
  toolName,
  toolInput,
  toolResponse,
});
export const failed = (toolName: string, toolInput: object, toolResponse: string): HookEvent => ({
  ...BASE,
  name: 'post_tool_failure',
  toolName,
  toolInput,
  toolResponse,
});
export const bash = (command: string, stdout = ''): HookEvent =>
  used('Bash', { command }, { stdout, stderr: '', interrupted: false });
export const bashFailed = (command: string, output: string): HookEvent => failed('Bash', { command }, output);
export const inAgent = (event: HookEvent, agentId = 'a1'): HookEvent => ({ ...event, agentId });
export const event = (name: HookEvent['name'], more: Partial<HookEvent> = {}): HookEvent => ({
  ...BASE,
  name,
  ...more,
});

const KINDS_OF_PROMPT: readonly FactKind[] = ['prompt', 'intent'];

/** Facts of an event, those that every prompt has left out. */
export const factsOf = (one: HookEvent): readonly SessionFact[] =>
  extractFacts(one).filter(({ kind }) => !KINDS_OF_PROMPT.includes(kind));

export const textsOf = (one: HookEvent, kind: FactKind): readonly string[] =>
  extractFacts(one)
    .filter((fact) => fact.kind === kind)
    .map(({ text }) => text);

export const kindsOf = (one: HookEvent): readonly FactKind[] => factsOf(one).map(({ kind }) => kind);

/** 2026-03-02 09:00 UTC; events follow each other by a minute. */
const FROM_MS = Date.UTC(2026, 2, 2, 9);
const MINUTE_MS = 60_000;

/** The facts of a session, as the store gives them back. */
export const sessionOf = (...events: readonly HookEvent[]): readonly StoredFact[] =>
  events
    .flatMap((one, place) =>
      extractFacts(one).map((fact) => ({
        ...fact,
        sessionId: one.sessionId,
        cwd: one.cwd,
        atMs: FROM_MS + place * MINUTE_MS,
        ...(one.agentId === undefined ? {} : { agentId: one.agentId }),
      })),
    )
    .map((fact, id) => ({ ...fact, id }));
