import { existsSync } from 'node:fs';
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

/** npm hoists the native build of one version and nests that of the other: look in both places, for the wanted version. */
function executableOf(alias: string): string {
  const name = process.platform === 'win32' ? 'claude.exe' : 'claude';
  const nested = join(E2E_FOLDER, 'node_modules', alias, 'node_modules', NATIVE, name);
  return existsSync(nested) ? nested : join(E2E_FOLDER, 'node_modules', NATIVE, name);
}

/** The clients of this suite, oldest first; `isInstalled` says which can run here. */
export function pinnedClients(): readonly Client[] {
  return [
    { id: '197', version: '2.1.197', executable: executableOf('claude-197') },
    { id: '332', version: '2.1.332', executable: executableOf('claude-332') },
  ];
}

export const isInstalled = (client: Client): boolean => existsSync(client.executable);
