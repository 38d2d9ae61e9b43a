import { type ErrorCode, toAppError } from '#core/errors.ts';
import {
  type HookAnswer,
  type HookDecision,
  type HookPermission,
  mergeDecisions,
  NO_DECISION,
} from '#core/hook-decision.ts';
import type { HookEvent, HookEventName } from '#core/hook-event.ts';
import { isRecord, type JsonRecord } from '#core/json.ts';
import type { SessionEvent } from '#core/session-event.ts';
import type { SessionFact } from '#core/session-fact.ts';
import { saidHash } from '#core/text/said-hash.ts';
import { shorten } from '#core/text/shorten.ts';
import { TOOL_NAMES } from '#core/tool-names.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { attempt } from './attempt.ts';
import { onSessionStart } from './handlers/session-start.ts';
import { onContext } from './handlers/watch-context.ts';

/** What a door gives the pipeline: where events go, where faults go, the clock, and the folder of an event that names none. */
export interface HookPorts {
  /** False: it was recorded before. */
  record(event: SessionEvent): boolean | undefined;
  fault(code: ErrorCode, message: string): void;
  nowMs(): number;
  folder(): string;
  /** What the agent is told before a tool is called; undefined: nothing. Absent at doors that cannot judge. */
  permit?(event: HookEvent): HookPermission | undefined;
  /** What is remembered of an event that says something, without secrets. Absent: nothing. */
  facts?(event: HookEvent): readonly SessionFact[];
  /** Folder of the project that an event belongs to, where its own folder does not tell. */
  project?(event: HookEvent): string | undefined;
  /** Told of an event before it is recorded. */
  prepare?(event: HookEvent): void;
  /** What the session's memory does with an event that was recorded, and what it has to say to it. Absent: nothing. */
  remember?(event: HookEvent): HookDecision;
  /** False: nothing is said about our tools: the user wants it so, or the server with them cannot be there. Absent: it is said. */
  isRouting?(): boolean;
  /** Told how many bytes an answer put into the context. Absent: nobody counts. */
  added?(event: HookEvent, bytes: number): void;
  /** The note that the context is nearly full, when it is due; undefined: nothing. `input`: the event as the agent sent it. Who asks says it. */
  contextNote?(event: HookEvent, input: JsonRecord): string | undefined;
  /** What takes the stores, or more than a moment; undefined: nothing of it is to be done. */
  act?(decided: DecidedEvent): Promise<HookDecision> | undefined;
}

type Handler = (event: HookEvent, platform: PlatformDescriptor, ports: HookPorts) => HookDecision;

/** What happens on which event, beside being recorded. */
const HANDLERS: Partial<Record<HookEventName, readonly Handler[]>> = {
  session_start: [onSessionStart],
};

/** Longest name or id that is kept, in characters. Readers pass over lines that are too long, so none may become that. */
const NAME_LIMIT = 200;
/** No system has longer paths. */
const PATH_LIMIT = 4_096;
const ABSOLUTE = /^(?:[\\/]|[A-Za-z]:[\\/])/;

/** Why an event happened is a word or two of the agent's own; whatever else stands there is not written down. */
const REASON = /^[A-Za-z][A-Za-z_ -]{0,60}$/;

/** Events in which something is said or done that may be remembered. */
const TELLING: ReadonlySet<HookEventName> = new Set([
  'user_prompt',
  'post_tool',
  'post_tool_failure',
  'pre_compact',
  'rules_loaded',
  'folder_changed',
  'subagent_start',
  'subagent_stop',
  'stop',
]);

const isFolder = (cwd: string): boolean => cwd.length <= PATH_LIMIT && ABSOLUTE.test(cwd);

/** What is remembered of it; a fault there does not take the event away. */
function factsOf(event: HookEvent, ports: HookPorts): readonly SessionFact[] {
  if (!TELLING.has(event.name)) return [];
  return attempt(ports, `${event.name}: no facts`, () => ports.facts?.(event) ?? [], []);
}

/** The event as it is recorded. */
export function sessionEvent(
  event: HookEvent,
  platform: PlatformDescriptor,
  ports: HookPorts,
  atMs = ports.nowMs(),
): SessionEvent {
  const named = <K extends string>(key: K, text: string | undefined) =>
    text === undefined ? {} : ({ [key]: shorten(text, NAME_LIMIT) } as { readonly [k in K]: string });
  const said = event.prompt ?? event.message;
  const content = said ?? platform.codec.resultText(event.toolResponse);
  const facts = factsOf(event, ports);
  const project = ports.project?.(event);
  return {
    platform: event.platform,
    sessionId: shorten(event.sessionId, NAME_LIMIT),
    name: event.name,
    cwd: isFolder(event.cwd) ? event.cwd : ports.folder(),
    atMs,
    ...named('agentId', event.agentId),
    ...named('toolName', event.toolName),
    ...named('toolUseId', event.toolUseId),
    ...named('detail', REASON.test(event.detail ?? '') ? event.detail : undefined),
    ...(content === undefined ? {} : { bytes: Buffer.byteLength(content) }),
    ...(said === undefined ? {} : { hash: saidHash(said) }),
    ...(project === undefined || !isFolder(project) ? {} : { project }),
    ...(facts.length === 0 ? {} : { facts }),
  };
}

/** An event that was recorded, and what the handlers say to it that need nothing but the event. */
export interface DecidedEvent {
  readonly event: HookEvent;
  /** False: the same event came before. */
  readonly isNew: boolean;
  readonly decisions: readonly HookDecision[];
}

/** Normalises, records and decides; undefined where there is no such event or no session: reported as a fault. */
export function decideEvent(
  platform: PlatformDescriptor,
  eventName: string,
  input: unknown,
  ports: HookPorts,
): DecidedEvent | undefined {
  const name = Object.hasOwn(platform.events, eventName) ? platform.events[eventName] : undefined;
  if (name === undefined) {
    ports.fault('HOOK_EVENT_UNKNOWN', `${platform.id} has no event ${eventName}`);
    return undefined;
  }
  const event = isRecord(input) ? platform.codec.parse(platform.id, name, input) : undefined;
  if (event === undefined) {
    ports.fault('HOOK_INPUT_INVALID', `${eventName}: the input is no object with a session_id`);
    return undefined;
  }
  attempt(ports, `before ${name}`, () => ports.prepare?.(event), undefined);
  const recorded = () => ports.record(sessionEvent(event, platform, ports)) ?? true;
  const isNew = attempt(ports, `${name} was not recorded`, recorded, true);
  const decisions = (HANDLERS[name] ?? []).map((handle) => handle(event, platform, ports));
  if (name === 'pre_tool') decisions.push(permission(event, platform, ports));
  const remembered = () => ports.remember?.(event) ?? NO_DECISION;
  decisions.push(attempt(ports, `${name} was not remembered`, remembered, NO_DECISION));
  return { event, isNew, decisions };
}

/**
 * One hook call: normalise, record, decide, render. Resolves to what the agent is told, in its dialect; where there is nothing
 * to say that is the empty string, or what this agent has to be given instead. Never rejects: a fault is reported by its code
 * and the agent goes on (fail open).
 */
export async function runHook(
  platform: PlatformDescriptor,
  eventName: string,
  input: unknown,
  ports: HookPorts,
): Promise<HookAnswer> {
  try {
    const decided = decideEvent(platform, eventName, input, ports);
    if (decided === undefined) return '';
    const { event } = decided;
    const live = await acted(decided, ports);
    // Last, so that the note is said as soon as it is taken.
    const decision = mergeDecisions([...decided.decisions, live, onContext(event, ports, input)]);
    return rendered(event, decision, platform, ports) || (platform.silence[event.name] ?? '');
  } catch (thrown) {
    ports.fault('HOOK_FAILED', `${eventName}: ${toAppError(thrown).message}`);
    return '';
  }
}

/** The answer in the agent's dialect, counted as far as the model reads it. */
export function rendered(
  event: HookEvent,
  decision: HookDecision,
  platform: PlatformDescriptor,
  ports: HookPorts,
): HookAnswer {
  const answer = platform.codec.render(event, decision, platform);
  const { context = '', permission } = decision;
  const refusal = permission?.verdict === 'deny' ? permission.reason : '';
  // Of what is too long for the agent a part is in the answer.
  const said = Buffer.byteLength(typeof answer === 'string' ? answer : answer.stderr);
  const bytes = Math.min(said, Buffer.byteLength(context) + Buffer.byteLength(refusal));
  if (bytes > 0)
    attempt(ports, `${event.name} was not counted`, () => ports.added?.(event, bytes), undefined);
  return answer;
}

/** A fault takes nothing away: the agent goes on with what it has. */
async function acted(decided: DecidedEvent, ports: HookPorts): Promise<HookDecision> {
  try {
    return (await ports.act?.(decided)) ?? NO_DECISION;
  } catch (thrown) {
    ports.fault('HOOK_FAILED', `${decided.event.name}: ${toAppError(thrown).message}`);
    return NO_DECISION;
  }
}

/** The event is about a call of a tool of ours. */
export const isOurCall = ({ toolName }: HookEvent, platform: PlatformDescriptor): boolean =>
  TOOL_NAMES.some((tool) => platform.toolName(tool) === toolName);

/** What is said about permission. Where it fails for a tool of ours, the user is asked: this part guards, it does not advise. */
function permission(event: HookEvent, platform: PlatformDescriptor, ports: HookPorts): HookDecision {
  try {
    const decided = ports.permit?.(event);
    return decided === undefined ? NO_DECISION : { permission: decided };
  } catch (thrown) {
    const { message } = toAppError(thrown);
    ports.fault('HOOK_FAILED', `${event.name} was not judged: ${message}`);
    if (!isOurCall(event, platform)) return NO_DECISION;
    return { permission: { verdict: 'ask', reason: `plimsoll could not judge this call: ${message}` } };
  }
}
