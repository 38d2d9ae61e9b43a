import type { PermissionPolicy } from '#features/policy/policy.ts';

/** A policy without any rule. */
export const NO_RULES: PermissionPolicy = {
  deny: [],
  ask: [],
  allow: [],
  mode: 'default',
  additionalDirectories: [],
  blockReadsOutside: false,
  sandbox: {
    enabled: false,
    failIfUnavailable: false,
    autoAllowBashIfSandboxed: true,
    excludedCommands: [],
    allowWrite: [],
    denyWrite: [],
    denyRead: [],
    allowRead: [],
    allowedDomains: [],
    deniedDomains: [],
  },
  problems: [],
};
