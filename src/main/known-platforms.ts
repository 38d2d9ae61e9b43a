import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { hotPlatform, hotPlatformByClient } from '#platforms/hot.ts';
import { bundleDirectory } from './bundle-directory.ts';

let others: typeof import('./hook-platforms.ts') | undefined;

/** The bundle with all agents; a server of Claude Code never loads it. */
function all(): typeof import('./hook-platforms.ts') {
  const load = createRequire(import.meta.url);
  others ??= load(join(bundleDirectory(), 'hook-platforms.cjs')) as typeof import('./hook-platforms.ts');
  return others;
}

/** The agent with this id; undefined when it is unknown. */
export const findPlatform = (id: string | undefined): PlatformDescriptor | undefined =>
  id === undefined || id === '' ? undefined : (hotPlatform(id) ?? all().findPlatform(id));

/** The agent behind an MCP client's `clientInfo.name`; undefined for a client that is none of ours. */
export const findPlatformByClient = (clientName: string | undefined): PlatformDescriptor | undefined =>
  clientName === undefined
    ? undefined
    : (hotPlatformByClient(clientName) ?? all().findPlatformByClient(clientName));
