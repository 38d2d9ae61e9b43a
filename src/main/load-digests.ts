import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleDirectory } from './bundle-directory.ts';
import { importModule } from './import-module.ts';

/** What makes digests, in this thread; loaded once. */
export async function loadDigests(): Promise<typeof import('./digests.ts').digests> {
  const file = pathToFileURL(join(bundleDirectory(), 'digests.mjs')).href;
  return ((await importModule(file)) as typeof import('./digests.ts')).digests;
}
