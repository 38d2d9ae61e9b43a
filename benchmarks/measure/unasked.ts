import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Settings of the user in this home by which nothing is asked: what is measured is what comes after that. */
export function writeUnasked(home: string): void {
  const folder = join(home, '.claude');
  mkdirSync(folder, { recursive: true });
  const settings = { permissions: { defaultMode: 'bypassPermissions' } };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
}
