import { claudeCode } from './claude-code.ts';
import { cursor } from './cursor.ts';
import type { PlatformDescriptor } from './define.ts';
import { geminiCli } from './gemini-cli.ts';
import { kiro } from './kiro.ts';
import { kiro2 } from './kiro2.ts';

/** All agents, in the order of the documentation. */
export const PLATFORMS: readonly PlatformDescriptor[] = [claudeCode, geminiCli, cursor, kiro, kiro2];

/** The descriptor with this id; undefined when it is unknown. */
export const findPlatform = (id: string): PlatformDescriptor | undefined =>
  PLATFORMS.find((p) => p.id === id);

/** Names differ between versions in case, blanks and dashes. */
const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** The agent behind an MCP client's `clientInfo.name`; undefined for a client that is none of ours. */
export function findPlatformByClient(clientName: string): PlatformDescriptor | undefined {
  const wanted = plain(clientName);
  return PLATFORMS.find(({ clientNames }) => clientNames.some((name) => plain(name) === wanted));
}
