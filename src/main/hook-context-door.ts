import type { HookEvent } from '#core/hook-event.ts';
import type { JsonRecord } from '#core/json.ts';
import type { DueNote } from '#features/context/monitor.ts';
import type { CompiledScripts } from '#infra/compiled-script.ts';
import { hasContextFiles } from '#infra/has-context-files.ts';
import type { Log } from '#infra/logger.ts';
import { saysLoad } from '#platforms/context/says-load.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';

/** After these the context is looked at; the others change only what is remembered of it. */
const LOOKS = /^(?:user_prompt|post_tool|post_tool_failure|pre_compact)$/;
const CHANGES = /^(?:post_compact|session_start)$/;

/** There is something to look at, or to forget. */
function isAboutContext({ platform, name, sessionId, transcriptPath }: HookEvent, home: string): boolean {
  if (saysLoad(platform)) return true;
  const isLook = LOOKS.test(name);
  if (isLook && transcriptPath !== undefined) return true;
  return (isLook || CHANGES.test(name)) && hasContextFiles(home, sessionId);
}

/** Looks at the context by a bundle of its own, which most events never load. */
export class ContextWatch {
  private readonly home: string;
  private readonly log: Log;
  private readonly scripts: CompiledScripts;
  private due: DueNote | undefined;

  constructor(home: string, log: Log, scripts: CompiledScripts) {
    this.home = home;
    this.log = log;
    this.scripts = scripts;
  }

  note(event: HookEvent, input: JsonRecord, platform: PlatformDescriptor): string | undefined {
    if (!isAboutContext(event, this.home)) return undefined;
    const { lookOnce } = this.scripts.load(
      'hook-context.cjs',
      event.name,
    ) as typeof import('./hook-context.ts');
    const problem = (message: string): void => this.log({ code: 'ARGUMENT_INVALID', message });
    const continuedStarts = (): readonly string[] => platform.continuedStarts;
    this.due = lookOnce(event, input, { env: process.env, home: this.home, continuedStarts, problem });
    return this.due?.text;
  }

  /** The answer was written. */
  settle(): void {
    this.due?.told();
  }
}
