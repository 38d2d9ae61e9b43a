import { toAppError } from '#core/errors.ts';
import { mergeDecisions } from '#core/hook-decision.ts';
import { isRecord, type JsonRecord, stringField } from '#core/json.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { onContext } from './handlers/watch-context.ts';
import { decideLive, type LivePorts } from './live-decision.ts';
import { decideEvent, type HookPorts, rendered } from './pipeline.ts';
import { type TypedCommand, typedCommand } from './typed-commands.ts';

/** A hook must answer with a JSON document; this one says nothing. */
const NOTHING = '{}';

/** What a running server can do beside what every door can. */
export interface LiveHookPorts extends HookPorts, LivePorts {
  /** Makes ready what judges a call of this tool. */
  readonly ready: (toolName: string) => Promise<void>;
  /** The answer to a command that was typed in place of a prompt. @throws AppError */
  readonly reply: (command: TypedCommand) => Promise<string>;
}

/** Answers a typed command, which is no part of the conversation: it is written down that it was typed, and nothing more. */
async function answerCommand(
  command: TypedCommand,
  {
    platform,
    eventName,
    args,
  }: { readonly platform: PlatformDescriptor; readonly eventName: string; readonly args: JsonRecord },
  { record, fault, nowMs, folder, reply }: LiveHookPorts,
): Promise<string> {
  const text = await reply(command).catch((thrown: unknown) => toAppError(thrown).message);
  const decided = decideEvent(platform, eventName, args, { record, fault, nowMs, folder });
  const answer = decided && platform.codec.render(decided.event, { reply: text }, platform);
  return typeof answer === 'string' && answer !== '' ? answer : NOTHING;
}

/**
 * The door for hooks that call a tool of our running server: no process starts. The arguments are the event's fields,
 * as the generated hooks.json names them. Never rejects.
 */
export async function answerHookTool(
  platform: PlatformDescriptor,
  args: unknown,
  ports: LiveHookPorts,
): Promise<string> {
  const eventName = isRecord(args) ? (stringField(args, 'event') ?? '') : '';
  try {
    if (isRecord(args) && platform.events[eventName] === 'pre_tool')
      await ports.ready(stringField(args, 'tool_name') ?? '');
    if (isRecord(args) && platform.events[eventName] === 'user_prompt') {
      const command = typedCommand(stringField(args, 'prompt'), platform);
      if (command !== undefined) return await answerCommand(command, { platform, eventName, args }, ports);
    }
    const decided = decideEvent(platform, eventName, args, ports);
    if (decided === undefined) return NOTHING;
    const { event, decisions } = decided;
    const live = await decideLive(decided, platform, ports);
    // Last, so that the note is said as soon as it is taken.
    const note = onContext(event, ports, args);
    const answer = rendered(event, mergeDecisions([...decisions, live, note]), platform, ports);
    // An agent whose hooks refuse by an exit code starts a process for each.
    return typeof answer === 'string' && answer !== '' ? answer : NOTHING;
  } catch (thrown) {
    ports.fault('HOOK_FAILED', `${eventName}: ${toAppError(thrown).message}`);
    return NOTHING;
  }
}
