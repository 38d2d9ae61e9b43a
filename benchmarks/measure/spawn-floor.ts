import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A warm, bare Node process that runs a program which prints `hi` on request. */
export interface SpawnFloor {
  /** Milliseconds from spawn to close. @throws Error when the program did not print what it should */
  run(): Promise<number>;
  close(): void;
}

export function startSpawnFloor(
  command: readonly [program: string, ...args: string[]],
  env: Readonly<Record<string, string>>,
): SpawnFloor {
  const script = join(import.meta.dirname, '../fixtures/spawn-floor.mjs');
  const child = spawn(process.execPath, [script, ...command], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run() {
      child.stdin.write('\n');
      const { value } = await lines.next();
      const ms = Number(value);
      if (!Number.isFinite(ms)) throw new Error(`the floor ${command.join(' ')} answered: ${value}`);
      return ms;
    },
    close: () => child.stdin.end(),
  };
}
