import type { PermissionPolicy } from '#features/policy/policy.ts';
import { createSandbox, type Sandbox } from '#features/sandbox/create-sandbox.ts';
import { readSandboxSettings } from '#features/sandbox/read-settings.ts';
import type { Environment } from '#infra/home.ts';
import { realPath } from '#infra/real-path.ts';

export interface ServerSandboxOptions {
  readonly env: Environment;
  readonly dataHome: string;
  readonly projectRoot: string;
  /** The host's settings of the moment. */
  readonly policy: () => Pick<PermissionPolicy, 'sandbox' | 'additionalDirectories'>;
}

/** Confinement for what this server runs, by the settings of the moment. */
export const serverSandbox = ({ env, dataHome, projectRoot, policy }: ServerSandboxOptions): Sandbox =>
  createSandbox({
    env,
    dataHome,
    projectRoot: realPath(projectRoot),
    settings: () => ({
      ...readSandboxSettings(env, dataHome, projectRoot),
      host: policy().sandbox,
      additionalDirectories: policy().additionalDirectories,
    }),
  });
