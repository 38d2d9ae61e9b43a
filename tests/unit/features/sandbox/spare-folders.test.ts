import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SpareFolders } from '#features/sandbox/spare-folders.ts';

it('spare folders that are still being made at the end do not disturb it, and are removed', async () => {
  const root = mkdtempSync(join(tmpdir(), 'spares-'));
  for (let round = 0; round < 300; round += 1) {
    const spares = new SpareFolders(root);
    const filling = spares.refill();
    for (let turns = round % 12; turns > 0; turns -= 1) await turn();
    spares.close();
    await filling;
    expect(existsSync(join(root, `spare-${process.pid}`))).toBe(false);
  }
});
