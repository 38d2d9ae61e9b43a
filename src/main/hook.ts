/**
 * `hook.cjs <platform> <Event>`: the door for agents that start a process per hook. Every millisecond here is paid by
 * the agent, so this bundle loads node:fs, node:net only for a socket, and no other module; a test holds it to that.
 */
import { writeSync } from 'node:fs';
import type { HookEvent } from '#core/hook-event.ts';
import { parseJson } from '#core/json.ts';
import type { DueNote } from '#features/context/monitor.ts';
import { runHook } from '#hooks/pipeline.ts';
import { readHookInput } from '#hooks/stdin.ts';
import { hasContextFiles } from '#infra/has-context-files.ts';
import { resolveHome } from '#infra/home.ts';
import { createLog, type Log } from '#infra/logger.ts';
import { spoolEvent } from '#infra/spool.ts';
import { findPlatform } from '#platforms/index.ts';

/** Leaves half a second to start and answer within the two seconds that a hook may take. */
const DEADLINE_MS = 1_500;

/** After these the context is looked at; the others change only what is remembered of it. */
const LOOKS = /^(?:user_prompt|post_tool|post_tool_failure|pre_compact)$/;
const CHANGES = /^(?:post_compact|session_start)$/;

/** There is something to look at, or to forget. */
function isAboutContext({ name, sessionId, transcriptPath }: HookEvent, home: string): boolean {
  const isLook = LOOKS.test(name);
  if (isLook && transcriptPath !== undefined) return true;
  return (isLook || CHANGES.test(name)) && hasContextFiles(home, sessionId);
}

/** Looks at the context by a bundle of its own, which most events never load. */
class ContextWatch {
  private readonly home: string;
  private readonly log: Log;
  private due: DueNote | undefined;

  constructor(home: string, log: Log) {
    this.home = home;
    this.log = log;
  }

  note(event: HookEvent): string | undefined {
    if (!isAboutContext(event, this.home)) return undefined;
    const { lookOnce }: typeof import('./hook-context.ts') = require(`${__dirname}/hook-context.cjs`);
    const problem = (message: string): void => this.log({ code: 'ARGUMENT_INVALID', message });
    const freshStarts = (): readonly string[] => findPlatform(event.platform)?.freshStarts ?? [];
    this.due = lookOnce(event, { env: process.env, home: this.home, freshStarts, problem });
    return this.due?.text;
  }

  /** The answer was written. */
  settle(): void {
    this.due?.told();
  }
}

async function answer(home: string, log: Log, context: ContextWatch): Promise<string> {
  const [platformId = '', eventName = ''] = process.argv.slice(2);
  const platform = findPlatform(platformId);
  if (platform === undefined) {
    log({ code: 'HOOK_EVENT_UNKNOWN', message: `unknown platform "${platformId}"` });
    return '';
  }
  const input = await readHookInput(DEADLINE_MS);
  if (input.kind === 'fault') {
    log({ code: input.code, message: `${platformId} ${eventName}: ${input.message}` });
    return '';
  }
  return runHook(platform, eventName, parseJson(input.text), {
    record: (event) => spoolEvent(home, event),
    fault: (code, message) => log({ code, message }),
    nowMs: Date.now,
    folder: () => process.cwd(),
    contextNote: (event) => context.note(event),
  });
}

async function main(): Promise<void> {
  const home = resolveHome(process.env);
  const log = createLog(home, 'hook', Date.now);
  const context = new ContextWatch(home, log);
  const text = await answer(home, log, context);
  if (text !== '') writeSync(1, text);
  context.settle();
}

// Whatever happens (a closed stdout included), the agent sees success and, at worst, silence.
main().then(
  () => process.exit(0),
  () => process.exit(0),
);
