import { existingPath } from '#infra/real-path.ts';
import { judgePath } from './judge-path.ts';
import type { PermissionPolicy, PolicyPlace } from './policy.ts';

/** Rules for reading, in a form that other threads can be given. */
export interface ReadRules {
  readonly policy: PermissionPolicy;
  readonly place: Omit<PolicyPlace, 'cwd'>;
}

/** The rules, when there are any that speak against reading some file; else undefined, and nobody has to ask. */
export function readRules(policy: PermissionPolicy, place: ReadRules['place']): ReadRules | undefined {
  const isAboutReading = [...policy.deny, ...policy.ask].some(({ tool }) => tool === 'Read');
  return isAboutReading ? { policy, place } : undefined;
}

/**
 * May a file be shown, or taken in with the folder that the user agreed to? No rule may speak against it; that none speaks
 * for it is no matter.
 */
export function readingBy({ policy, place }: ReadRules): (path: string) => boolean {
  // What was stored was agreed to: whether one would be asked today is no matter, nor which mode the session is in.
  const rules: PermissionPolicy = { ...policy, mode: 'default', problems: [] };
  return (path) => {
    const at = { ...place, cwd: place.projectRoot };
    const judgement = judgePath('read', path, rules, at, { realPath: existingPath });
    return judgement.verdict === 'allow' || judgement.isUnmatched === true;
  };
}
