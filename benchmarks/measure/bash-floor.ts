import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A warm, bare Node process that runs `bash -c 'echo hi'` on request. */
export interface BashFloor {
  /** Milliseconds from spawn to close. @throws Error when bash did not print what it should */
  run(): Promise<number>;
  close(): void;
}

export function startBashFloor(env: Readonly<Record<string, string>>): BashFloor {
  const script = join(import.meta.dirname, '../fixtures/bash-floor.mjs');
  const child = spawn(process.execPath, [script], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run() {
      child.stdin.write('\n');
      const { value } = await lines.next();
      const ms = Number(value);
      if (!Number.isFinite(ms)) throw new Error(`the bash floor answered: ${value}`);
      return ms;
    },
    close: () => child.stdin.end(),
  };
}
