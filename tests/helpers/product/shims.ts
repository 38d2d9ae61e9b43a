import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Place } from './places.ts';

/** Stand-ins for programs, first on PATH, that do nothing but note that they were run. */
export function recordingShims(place: Place, programs: readonly string[]) {
  const folder = join(place.root, 'shims');
  const log = join(place.root, 'ran.log');
  mkdirSync(folder);
  writeFileSync(log, '');
  for (const name of programs)
    writeFileSync(join(folder, name), `#!/bin/sh\necho '${name}' >> '${log}'\n`, { mode: 0o755 });
  return {
    env: { PATH: [folder, place.env.PATH ?? ''].join(delimiter) },
    /** Names of those that were run, in order. */
    ran: (): readonly string[] =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
  };
}
