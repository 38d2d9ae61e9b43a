import { readdirSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { systemCode } from '#core/errors.ts';
import type { PolicyPlace } from '#features/policy/policy.ts';
import { createPolicyLoader } from '#features/policy/settings/load-policy.ts';
import type { LoadedPolicy } from '#features/policy/settings/merge-settings.ts';
import { maySupply } from '#infra/git-tracked.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { findRepository, mainCheckout } from '#infra/project.ts';
import { createTextFileCache } from '#infra/text-file-cache.ts';
import { claudeSettingsPlaces } from '#platforms/claude-settings.ts';
import { loadedManagedReader } from './load-managed.ts';

/** The rules of one moment, and the place that they are meant for. */
export interface CurrentPolicy extends LoadedPolicy {
  readonly place: Omit<PolicyPlace, 'cwd'>;
}

function namesIn(folder: string): readonly string[] | string {
  try {
    return readdirSync(folder);
  } catch (thrown) {
    const code = systemCode(thrown) ?? String(thrown);
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : code;
  }
}

/** Empty where the system knows none: device management speaks to no such user. */
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/**
 * Reads the user's permission rules for a project, as Claude Code keeps them; cheap to ask again when nothing changed.
 *
 * @param bundles folder of the bundles
 */
export function createPolicySource(
  env: Environment,
  bundles: string,
): (projectRoot: string) => CurrentPolicy {
  const load = createPolicyLoader({
    read: createTextFileCache(),
    readByTool: loadedManagedReader(bundles, environmentValue(env, 'SystemRoot')),
    list: namesIn,
    maySupply: (file) => maySupply(dirname(dirname(file)), file),
  });
  return (projectRoot) => {
    const home = environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE') ?? homedir();
    const configDir = environmentValue(env, 'CLAUDE_CONFIG_DIR');
    const files = claudeSettingsPlaces({
      home,
      configDir: configDir === undefined ? undefined : resolve(configDir),
      platform: process.platform,
      // Only there it names a file; to look it up costs each call 0.2 ms.
      user: process.platform === 'darwin' ? loginName() : '',
      projectRoot,
      checkout: mainCheckout(projectRoot),
    });
    const root = findRepository(projectRoot)?.root;
    const trustedAs = root === undefined ? [projectRoot] : [projectRoot, root];
    return { ...load({ home, projectRoot, files, trustedAs }), place: { home, projectRoot } };
  };
}
