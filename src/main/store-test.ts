import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '#infra/home.ts';
import type { Log } from '#infra/logger.ts';
import { createWorkspace } from './workspace.ts';

const WORD = 'plimsollselftest';

/**
 * Stores a text in a store of its own, searches it and reads it back, with the library that this machine would use; nothing
 * of the user's is touched. @throws AppError DRIVER_MISSING and what the store throws
 */
export async function testStore(env: Environment): Promise<{
  readonly driver: string;
  readonly skipped: readonly string[];
  readonly found: boolean;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-doctor-'));
  const skipped: string[] = [];
  const log: Log = ({ code, message, driver }) => {
    if (code === 'DRIVER_SKIPPED') skipped.push(`${String(driver)}: ${message}`);
  };
  const workspace = createWorkspace({ home: join(folder, 'home'), env, folder, log });
  try {
    const text = `one line\nthe word is ${WORD}\n`;
    const kept = workspace.knowledge.keepOutput('self-test', { kind: 'text', text }, Buffer.byteLength(text));
    await workspace.knowledge.settle();
    const [answer] = await workspace.knowledge.search({
      queries: [WORD],
      limit: 1,
      maxBytes: 1_000,
      filter: {},
    });
    const page = await workspace.knowledge.read({
      id: kept.id,
      range: undefined,
      grep: undefined,
      maxBytes: 1_000,
    });
    const found = (answer?.passages.length ?? 0) > 0 && page.text.includes(WORD);
    return { driver: workspace.driver.name, skipped, found };
  } finally {
    await workspace.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
