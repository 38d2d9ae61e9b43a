import type { JsonRecord } from '#core/json.ts';
import { contextFiles } from '#infra/context-files.ts';

/**
 * What the status line shows of a session beside its context, in a file that the running server writes: `keptBytes` (bytes
 * that did not reach the context) and `facts` (how many are remembered). A server that starts again goes on from the file.
 */
export class KeptOut {
  private readonly home: string;
  private sessionId: string | undefined;

  /** `sessionId`: undefined while the agent has not named one. */
  constructor(home: string, sessionId: string | undefined) {
    this.home = home;
    this.sessionId = sessionId;
  }

  /** The session that works now; it changes when the user clears the context. */
  follow(sessionId: string): void {
    this.sessionId = sessionId;
  }

  /**
   * What the session kept out so far, as it is counted; less than nothing where answers were longer than what they stood for,
   * which is written down only in place of another number. @throws the file system's error
   */
  set(bytes: number): void {
    this.change(({ keptBytes }) => {
      const isNothing = bytes <= 0 && keptBytes === undefined;
      return isNothing || keptBytes === bytes ? undefined : { keptBytes: bytes };
    });
  }

  /** Sets how many facts are remembered; the file is left alone while the number is the same. @throws the file system's error */
  facts(count: number): void {
    this.change(({ facts = 0 }) => (facts === count ? undefined : { facts: count }));
  }

  private change(next: (before: JsonRecord) => JsonRecord | undefined): void {
    if (this.sessionId === undefined) return;
    const files = contextFiles(this.home, this.sessionId);
    const before = files.read('kept')?.value ?? {};
    const changed = next(before);
    if (changed !== undefined) files.write('kept', { ...before, ...changed });
  }
}
