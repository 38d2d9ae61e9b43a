import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const DIST = join(import.meta.dirname, '..', '..', 'dist');
const BUNDLES = [
  'server.mjs',
  'server.cjs',
  'worker.mjs',
  'digests.mjs',
  'typescript.mjs',
  'fetch.mjs',
  'convert.mjs',
  'pdf.mjs',
  'hook.cjs',
  'hook-context.cjs',
  'cli.mjs',
  'commands.mjs',
  'stats.cjs',
  'keep-code.cjs',
  'statusline.cjs',
  'native',
];
/** Projects whose tests act on the built product. */
const NEED_BUNDLES = ['integration', 'package'];

/** Building is no part of a test: what is tested is what is committed. */
function assertBuilt(): void {
  const missing = BUNDLES.filter((name) => !existsSync(join(DIST, name)));
  if (missing.length > 0)
    throw new Error(`dist/ holds no ${missing.join(', no ')}: run \`npm run build\` before these tests.`);
}

/**
 * Every test process gets a HOME and a PLIMSOLL_HOME of its own in a temporary folder: no test can touch the real ones,
 * even one that forgets to pass them.
 */
export default function setup({ name }: TestProject): () => void {
  if (NEED_BUNDLES.includes(name)) assertBuilt();
  const root = mkdtempSync(join(tmpdir(), 'plimsoll-tests-'));
  process.env.HOME = join(root, 'home');
  process.env.PLIMSOLL_HOME = join(root, 'home', '.plimsoll');
  delete process.env.NODE_EXTRA_CA_CERTS;
  for (const name of Object.keys(process.env)) if (name.startsWith('CLAUDE')) delete process.env[name];
  return () => rmSync(root, { recursive: true, force: true });
}
