import type { PermissionRule } from '../policy.ts';
import { isExact, matchesCommand } from './command-pattern.ts';

/** The first rule about the whole shell tool. */
export const bareShellRule = (rules: readonly PermissionRule[]): PermissionRule | undefined =>
  rules.find(({ tool, specifier }) => tool === 'Bash' && specifier === undefined);

/** The first rule with a specifier that is about one of these command texts. */
export function shellRuleFor(
  rules: readonly PermissionRule[],
  texts: readonly string[],
  onlyExact = false,
): PermissionRule | undefined {
  return rules.find(
    ({ tool, specifier }) =>
      tool === 'Bash' &&
      specifier !== undefined &&
      (!onlyExact || isExact(specifier)) &&
      texts.some((text) => matchesCommand(specifier, text)),
  );
}

/** Whether any rule speaks about single commands. */
export const hasShellRules = (rules: readonly PermissionRule[]): boolean =>
  rules.some(({ tool, specifier }) => tool === 'Bash' && specifier !== undefined);

/** Whether any rule speaks about files. */
export const hasFileRules = (rules: readonly PermissionRule[]): boolean =>
  rules.some(({ tool }) => tool === 'Read' || tool === 'Edit');
