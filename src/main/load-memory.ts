import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleDirectory } from './bundle-directory.ts';

let parts: typeof import('./memory-parts.ts').memoryParts | undefined;

/** What makes facts of events, and texts of facts; loaded once. */
export function loadMemory(): typeof import('./memory-parts.ts').memoryParts {
  if (parts === undefined) {
    const load = createRequire(import.meta.url);
    parts = (load(join(bundleDirectory(), 'memory.cjs')) as typeof import('./memory-parts.ts')).memoryParts;
  }
  return parts;
}
