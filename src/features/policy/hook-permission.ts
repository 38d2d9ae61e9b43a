import type { HookPermission } from '#core/hook-decision.ts';
import type { CallAccess } from './act.ts';
import type { Judgement, PermissionMode } from './policy.ts';

/** No rule and no setting says that this call has to be asked about: the host would ask because nothing allows it. */
export const isOpen = ({ verdict, isUnmatched }: Judgement): boolean =>
  verdict === 'ask' && isUnmatched === true;

/**
 * What the host is told before a call; undefined: nothing, so that it decides as for any tool. `allow` only for what
 * merely reads our own store and for code of which the user's own rules allow every command.
 */
export function hookPermission(
  { isOwnRead }: CallAccess,
  judgement: Judgement,
  mode: PermissionMode,
): HookPermission | undefined {
  const { verdict, reason, isCovered } = judgement;
  if (verdict === 'allow') return isOwnRead || isCovered === true ? { verdict, reason } : undefined;
  // The host's own classifier decides about these in its auto mode; a question of ours would come before it.
  if (mode === 'auto' && isOpen(judgement)) return undefined;
  return { verdict, reason };
}
