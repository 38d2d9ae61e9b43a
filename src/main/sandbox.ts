import { findDenied } from '#features/policy/denied-files.ts';
import { createSandbox, type Sandbox } from '#features/sandbox/create-sandbox.ts';
import { readSandboxSettings } from '#features/sandbox/read-settings.ts';
import type { Environment } from '#infra/home.ts';
import { realPath } from '#infra/real-path.ts';
import { bundleDirectory } from './bundle-directory.ts';
import { importModule } from './import-module.ts';
import type { CurrentPolicy } from './policy.ts';

export interface ServerSandboxOptions {
  readonly env: Environment;
  readonly dataHome: string;
  readonly projectRoot: string;
  /** The host's settings of the moment. */
  readonly current: () => CurrentPolicy;
}

/** Confinement for what this server runs, by the settings of the moment. */
export const serverSandbox = ({ env, dataHome, projectRoot, current }: ServerSandboxOptions): Sandbox =>
  createSandbox({
    env,
    dataHome,
    projectRoot: realPath(projectRoot),
    bundles: bundleDirectory(),
    importModule,
    settings: () => {
      const { sandbox, additionalDirectories } = current().policy;
      return { ...readSandboxSettings(env, dataHome, projectRoot), host: sandbox, additionalDirectories };
    },
    denied: () => {
      const { policy, place } = current();
      const { allowRead, allowWrite } = policy.sandbox;
      const shown = [place.projectRoot, ...policy.additionalDirectories, ...allowRead, ...allowWrite];
      return findDenied(policy, place, shown);
    },
  });
