/**
 * `hook-policy.cjs`: judges calls of our tools by the user's rules in a process that was started for one hook, where no
 * server can be asked. `hook.cjs` loads it for such a call and for no other: it holds a shell's parser.
 */
import type { HookPermission } from '#core/hook-decision.ts';
import type { HookEvent } from '#core/hook-event.ts';
import { TOOL_NAMES } from '#core/tool-names.ts';
import { isOtherShell } from '#features/execution/host-shell.ts';
import { pageUrl } from '#features/fetching/page-url.ts';
import { hookPermission } from '#features/policy/hook-permission.ts';
import { judgeBatch } from '#features/policy/judge-batch.ts';
import { judgeCall } from '#features/policy/judge-call.ts';
import { judgeCode } from '#features/policy/judge-code.ts';
import { ownAccess } from '#features/policy/own-call.ts';
import { permissionMode } from '#features/policy/settings/merge-settings.ts';
import type { Environment } from '#infra/home.ts';
import { projectFolder } from '#infra/project.ts';
import { existingPath, realPath } from '#infra/real-path.ts';
import { askReason } from '#mcp/gate/refusal.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { createPolicySource } from './policy.ts';

function addressOf(url: string): string | undefined {
  try {
    return pageUrl(url).href;
  } catch {
    return undefined;
  }
}

/** What the agent is told before a call of one of our tools; undefined: nothing. @throws what reading settings throws */
export function permit(
  event: HookEvent,
  platform: PlatformDescriptor,
  env: Environment,
): HookPermission | undefined {
  const { toolName, toolInput: input } = event;
  const tool = TOOL_NAMES.find((name) => platform.toolName(name) === toolName);
  if (tool === undefined) return undefined;
  const projectRoot = realPath(projectFolder(env, event.cwd === '' ? process.cwd() : event.cwd));
  const access = ownAccess(tool, input, { projectRoot, addressOf });
  if (access === undefined) return undefined;
  const { policy, place } = createPolicySource(env, __dirname)(projectRoot);
  const mode = permissionMode(event.permissionMode ?? '') ?? policy.mode;
  const call = { tool, input, access };
  // The sandbox is the server's: what runs there is judged there once more.
  const judgement = judgeCall(call, mode === policy.mode ? policy : { ...policy, mode }, place, {
    realPath: existingPath,
    isConfined: false,
    isOtherShell: isOtherShell(env),
    code: { judgeCode, judgeBatch },
  });
  const permission = hookPermission(access, judgement, mode);
  return permission?.verdict === 'ask'
    ? { verdict: 'ask', reason: askReason(call, permission.reason) }
    : permission;
}
