import type { SettingsFile, SettingsPlace } from './platform-context.ts';

const KEYS = ['autoCompactEnabled', 'autoCompactWindow', 'env', 'model'];

/** Folder of the organisation's settings. */
const SYSTEM_FOLDERS: Readonly<Record<string, string>> = {
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:/Program Files/ClaudeCode',
};

/**
 * The files whose values decide on windows and compaction, the strongest first. Fewer than for permission rules: where two
 * files of one kind exist, the usual one is read. The last is large, and holds what is switched in the client's own dialogue.
 */
export function settingsFiles({
  home,
  configDir,
  platform,
  projectRoot,
}: SettingsPlace): readonly SettingsFile[] {
  const config = configDir ?? `${home}/.claude`;
  const files = [
    `${SYSTEM_FOLDERS[platform] ?? '/etc/claude-code'}/managed-settings.json`,
    `${projectRoot}/.claude/settings.local.json`,
    `${projectRoot}/.claude/settings.json`,
    `${config}/settings.json`,
  ];
  return [
    ...files.map((path) => ({ path, keys: KEYS })),
    { path: `${configDir ?? home}/.claude.json`, keys: ['autoCompactEnabled'] },
  ];
}
