/** Where the status line is kept that the user's settings name: a place that no update of the plugin changes. */
export const shimFile = (home: string): string => `${home}/bin/statusline.cjs`;

/** What is remembered of the settings as they were before. */
export const setupFile = (home: string): string => `${home}/statusline.json`;

/** The command is ours already. */
export const isOwnCommand = (command: string, home: string): boolean =>
  command.includes(shimFile(home)) || command.includes(shimFile(home).replaceAll('/', '\\'));
