import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleDirectory } from './bundle-directory.ts';

/** What makes reports of counts; the server and most commands never need it. */
export const loadStats = (): typeof import('./stats.ts') =>
  createRequire(import.meta.url)(join(bundleDirectory(), 'stats.cjs')) as typeof import('./stats.ts');
