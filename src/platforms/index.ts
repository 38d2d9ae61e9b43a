import { claudeCode } from './claude-code.ts';
import type { PlatformDescriptor } from './define.ts';

/** All agents, in the order of the documentation. */
export const PLATFORMS: readonly PlatformDescriptor[] = [claudeCode];

/** The descriptor with this id; undefined when it is unknown. */
export const findPlatform = (id: string): PlatformDescriptor | undefined =>
  PLATFORMS.find((p) => p.id === id);

/** The agent behind an MCP client's `clientInfo.name`; undefined for a client that is none of ours. */
export const findPlatformByClient = (clientName: string): PlatformDescriptor | undefined =>
  PLATFORMS.find((p) => p.clientNames.includes(clientName));

/** The agent that started this process, by the variable that it sets; undefined where none of the known ones did. */
export const findPlatformByEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
): PlatformDescriptor | undefined =>
  PLATFORMS.find(
    ({ environmentMark }) => environmentMark !== undefined && env[environmentMark] !== undefined,
  );
