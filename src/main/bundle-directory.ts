import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of the running bundle, or dist/ when the sources run unbundled. */
export function bundleDirectory(): string {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const built = fileURLToPath(new URL('../../dist/', import.meta.url));
  return here.endsWith('/src/main/') && existsSync(built) ? built : here;
}
