import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleDirectory } from './bundle-directory.ts';

/** What judges code, in this thread; loaded once. */
export async function loadCodeRules(): Promise<typeof import('./code-rules.ts').codeRules> {
  const file = pathToFileURL(join(bundleDirectory(), 'code-rules.mjs')).href;
  return ((await import(file)) as typeof import('./code-rules.ts')).codeRules;
}
