import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Every test process gets a HOME and a PLIMSOLL_HOME of its own in a temporary folder: no test can touch the real ones,
 * even one that forgets to pass them.
 */
export default function setup(): () => void {
  const root = mkdtempSync(join(tmpdir(), 'plimsoll-tests-'));
  process.env['HOME'] = join(root, 'home');
  process.env['PLIMSOLL_HOME'] = join(root, 'home', '.plimsoll');
  delete process.env['NODE_EXTRA_CA_CERTS'];
  for (const name of Object.keys(process.env)) if (name.startsWith('CLAUDE')) delete process.env[name];
  return () => rmSync(root, { recursive: true, force: true });
}
