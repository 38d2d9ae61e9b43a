import { claudeCode } from './claude-code.ts';
import type { PlatformDescriptor } from './define.ts';

/**
 * The agents that a hook process knows without loading anything: each costs every start of all others. Undefined for those
 * that have to be looked up in the whole table.
 */
export const hotPlatform = (id: string): PlatformDescriptor | undefined =>
  id === claudeCode.id ? claudeCode : undefined;

/** The same by an MCP client's `clientInfo.name`. */
export const hotPlatformByClient = (clientName: string): PlatformDescriptor | undefined =>
  claudeCode.clientNames.includes(clientName) ? claudeCode : undefined;
