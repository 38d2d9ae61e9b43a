import type { HookEvent } from '#core/hook-event.ts';

/** Sessions that are remembered; a server serves one, and the subagents of it. */
const SESSIONS = 50;
/** The start of a prompt says what it is about. */
const REQUEST_CHARS = 2_000;
/** Blocks that a host puts into prompts: they are not the user's words. */
const HOST_BLOCK =
  /<(system-reminder|task-notification|local-command-[a-z]+|command-[a-z]+|bash-[a-z]+|ide_[a-z_]+|user-prompt-submit-hook)>[\s\S]*?<\/\1>/g;

/** What the user asked for last, per session. In memory: after a restart nobody knows until the next prompt. */
export class Requests {
  private readonly bySession = new Map<string, string>();

  /** Takes note of a prompt; another event changes nothing. */
  note({ name, sessionId, prompt }: HookEvent): void {
    if (name !== 'user_prompt' || prompt === undefined) return;
    const words = prompt.replace(HOST_BLOCK, ' ').trim().slice(0, REQUEST_CHARS);
    if (words === '') return;
    this.bySession.delete(sessionId);
    this.bySession.set(sessionId, words);
    const [oldest] = this.bySession.keys();
    if (this.bySession.size > SESSIONS && oldest !== undefined) this.bySession.delete(oldest);
  }

  /** Empty when nothing is known. */
  of(sessionId: string): string {
    return this.bySession.get(sessionId) ?? '';
  }
}
