import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { E2E_FOLDER } from './locations.ts';

/** One pinned Claude Code version. */
export interface Client {
  readonly id: '197' | '332';
  readonly version: string;
  /** The native executable; it may not exist (not installed, or no build for this machine). */
  readonly executable: string;
}

const NATIVE = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;

const EXECUTABLE = process.platform === 'win32' ? 'claude.exe' : 'claude';

/** npm hoists the native build of one version and nests that of the other; only the wanted version counts. */
function executableOf(alias: string, version: string): string {
  const modules = join(E2E_FOLDER, 'node_modules');
  const nested = join(modules, alias, 'node_modules', NATIVE);
  const folder = [nested, join(modules, NATIVE)].find((path) => versionOf(path) === version);
  return join(folder ?? nested, EXECUTABLE);
}

function versionOf(folder: string): string | undefined {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return undefined;
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version?: string }).version;
}

const pinned = (id: Client['id'], version: string): Client => ({
  id,
  version,
  executable: executableOf(`claude-${id}`, version),
});

/** The clients of this suite, oldest first; `isInstalled` says which can run here. */
export function pinnedClients(): readonly Client[] {
  return [pinned('197', '2.1.197'), pinned('332', '2.1.332')];
}

export const isInstalled = (client: Client): boolean => existsSync(client.executable);
