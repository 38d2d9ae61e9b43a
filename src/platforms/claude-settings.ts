import { join } from 'node:path';

/** A settings file, and the folder that `/path` in its rules is meant from. */
interface SettingsPlace {
  readonly file: string;
  readonly anchor: string;
}

/** One way in which an organisation hands settings down. `file` names it in reasons. */
type ManagedPlace =
  /** `dropIns`: folder whose `*.json` are laid over the file, in the order of their names. */
  | { readonly kind: 'file'; readonly file: string; readonly dropIns?: string }
  /** Preferences that device management installs. */
  | { readonly kind: 'plist'; readonly file: string }
  /** A key whose value `Settings` holds JSON. `isUsers`: its user can write it, so it counts where nothing else speaks. */
  | { readonly kind: 'registry'; readonly file: string; readonly isUsers?: true };

/** Where the settings of Claude Code lie, for one project of one user. */
export interface SettingsPlaces {
  /** The first that says anything is the only one that counts. */
  readonly managed: readonly ManagedPlace[];
  /** `/path` in managed rules is meant from here. */
  readonly managedAnchor: string;
  /** Highest first. */
  readonly local: readonly SettingsPlace[];
  readonly project: readonly SettingsPlace[];
  readonly user: readonly SettingsPlace[];
  /** The file that remembers which folders the user trusts. */
  readonly trustFile: string;
}

export interface SettingsQuestion {
  readonly home: string;
  /** `$CLAUDE_CONFIG_DIR`; undefined when it is not set. */
  readonly configDir: string | undefined;
  /** Login name: device management may speak to one user. */
  readonly user: string;
  readonly platform: NodeJS.Platform;
  /** The folder the host was started in, absolute. */
  readonly projectRoot: string;
  /** Root of the repository's main checkout; undefined outside of any. */
  readonly checkout: string | undefined;
}

const SYSTEM_FOLDERS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:\\Program Files\\ClaudeCode',
};
const SYSTEM_FOLDER = '/etc/claude-code';
const PREFERENCES = '/Library/Managed Preferences';
const PREFERENCES_FILE = 'com.anthropic.claudecode.plist';
const POLICY_KEY = 'SOFTWARE\\Policies\\ClaudeCode';

/** What device management says, above the files of the system. */
function deviceManagement(platform: NodeJS.Platform, user: string): readonly ManagedPlace[] {
  if (platform === 'win32') return [{ kind: 'registry', file: `HKLM\\${POLICY_KEY}` }];
  if (platform !== 'darwin') return [];
  // A name with a slash in it would lead elsewhere; no system has one.
  const folders = user === '' || user.includes('/') ? [] : [`${PREFERENCES}/${user}`];
  return [...folders, PREFERENCES].map((folder) => ({
    kind: 'plist',
    file: `${folder}/${PREFERENCES_FILE}`,
  }));
}

/** Facts as documented for Claude Code 2.1.240; later changes of the places are noted in docs/security.md. */
export function claudeSettingsPlaces(question: SettingsQuestion): SettingsPlaces {
  const { home, projectRoot, checkout, platform } = question;
  const config = question.configDir ?? join(home, '.claude');
  const system = SYSTEM_FOLDERS[platform] ?? SYSTEM_FOLDER;
  const local = (folder: string): SettingsPlace => ({
    file: join(folder, '.claude', 'settings.local.json'),
    anchor: projectRoot,
  });
  const isApart = checkout !== undefined && checkout !== projectRoot;
  return {
    managed: [
      { kind: 'file', file: join(config, 'remote-settings.json') },
      ...deviceManagement(platform, question.user),
      {
        kind: 'file',
        file: join(system, 'managed-settings.json'),
        dropIns: join(system, 'managed-settings.d'),
      },
      ...(platform === 'win32'
        ? [{ kind: 'registry', file: `HKCU\\${POLICY_KEY}`, isUsers: true } as const]
        : []),
    ],
    managedAnchor: projectRoot,
    // From 2.1.211 on it lies in the main checkout; what an older version left in the start folder is still read.
    local: isApart ? [local(checkout), local(projectRoot)] : [local(projectRoot)],
    project: [{ file: join(projectRoot, '.claude', 'settings.json'), anchor: projectRoot }],
    user: [{ file: join(config, 'settings.json'), anchor: config }],
    trustFile: join(question.configDir ?? home, '.claude.json'),
  };
}
