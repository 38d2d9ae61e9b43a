import { dirname } from 'node:path';
import type { HookPermission } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { isRecord } from '#core/json.ts';
import type { Gate } from '#features/policy/gate.ts';
import { realPath } from '#infra/real-path.ts';
import { statPath } from '#infra/stat-path.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { describeCall, ownTool } from './describe-call.ts';
import { askReason } from './refusal.ts';

export interface HookPlace {
  readonly gate: Gate;
  readonly platform: PlatformDescriptor;
  readonly projectRoot: string;
  /** Folder of the project's stored originals; undefined while it is not known. */
  readonly mayRead: (path: string) => boolean;
  readonly outDir: () => string | undefined;
}

/** The path that the agent's own reader is about to read; undefined for every other call. */
function readPath(
  { toolName, toolInput }: HookEvent,
  { fileReader }: PlatformDescriptor,
): string | undefined {
  if (fileReader === undefined || toolName !== fileReader.tool || !isRecord(toolInput)) return undefined;
  const path = toolInput[fileReader.pathField];
  return typeof path === 'string' && !path.includes('\0') ? path : undefined;
}

/** A regular file that lies, links resolved, in the folder of stored originals itself. */
const isOriginal = (path: string, outDir: string): boolean =>
  dirname(realPath(path)) === realPath(outDir) && statPath(path)?.isFile() === true;

/** What the host is told before a tool is called; undefined: nothing. For our tools, and for reading back what we stored. */
export function permitHook(event: HookEvent, place: HookPlace): HookPermission | undefined {
  const { gate, platform, projectRoot } = place;
  const tool = ownTool(event.toolName, platform);
  if (tool !== undefined) {
    const call = describeCall(tool, event.toolInput, projectRoot);
    const { sessionId, toolUseId, permissionMode: mode } = event;
    // A call with wrong arguments does nothing: the server says what is wrong with them.
    if (call === undefined) return undefined;
    const permission = gate.beforeCall(call, { sessionId, toolUseId, mode });
    return permission?.verdict === 'ask'
      ? { verdict: 'ask', reason: askReason(call, permission.reason) }
      : permission;
  }
  const path = readPath(event, platform);
  const outDir = path === undefined ? undefined : place.outDir();
  if (path === undefined || outDir === undefined || !isOriginal(path, outDir)) return undefined;
  return place.mayRead(path) ? { verdict: 'allow', reason: 'an output that plimsoll stored' } : undefined;
}
