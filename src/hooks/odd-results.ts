import type { ErrorCode } from '#core/errors.ts';

/** Tools that are remembered; a session has some dozens. */
const TOOLS = 500;

/** Reports results that cannot be read, each tool once: what is odd about one call is odd about all of them. */
export class OddResults {
  private readonly told = new Set<string>();
  private readonly fault: (code: ErrorCode, message: string) => void;

  constructor(fault: (code: ErrorCode, message: string) => void) {
    this.fault = fault;
  }

  tell(toolName: string, why: string): void {
    if (this.told.has(toolName) || this.told.size >= TOOLS) return;
    this.told.add(toolName);
    this.fault('HOOK_RESULT_UNKNOWN', `${toolName}: ${why}; left as it is, and not logged again`);
  }
}
