import type { HostSandbox } from '#core/host-sandbox.ts';
import { RUNTIME_PACKAGE } from './load-runtime.ts';

/** Whether the domains that the host allows can be reached by confined code. */
export type DomainsState =
  /** No domain is allowed, or nothing is confined: there is nothing to say. */
  | { readonly kind: 'none' }
  | { readonly kind: 'ready'; readonly domains: number }
  /** The network stays off. `missing`: what has to be installed; empty where this system has no way to them. */
  | {
      readonly kind: 'missing';
      readonly domains: number;
      readonly missing: readonly string[];
      readonly fix: string;
    };

export interface DomainsFound {
  readonly platform: NodeJS.Platform;
  readonly isWanted: boolean;
  readonly host: Pick<HostSandbox, 'allowedDomains'>;
  /** Asked only where it matters; both look and start nothing. */
  readonly hasRuntime: () => boolean;
  readonly hasSocat: () => boolean;
}

/** What doctor says about allowed domains. Looks for the parts, and starts none. */
export function domainsState({ platform, isWanted, host, hasRuntime, hasSocat }: DomainsFound): DomainsState {
  const domains = host.allowedDomains.length;
  if (!isWanted || domains === 0) return { kind: 'none' };
  if (platform !== 'linux')
    return {
      kind: 'missing',
      domains,
      missing: [],
      fix: `Domains are allowed on Linux only, not on ${platform}`,
    };
  const missing = [...(hasRuntime() ? [] : [RUNTIME_PACKAGE]), ...(hasSocat() ? [] : ['socat'])];
  if (missing.length === 0) return { kind: 'ready', domains };
  const steps = missing.map((name) =>
    name === RUNTIME_PACKAGE
      ? `npm install --global ${RUNTIME_PACKAGE}`
      : 'install socat with your package manager',
  );
  return { kind: 'missing', domains, missing, fix: steps.join(', and ') };
}
