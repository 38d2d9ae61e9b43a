/** Where the status line is kept that the user's settings name: a place that no update of the plugin changes. */
export const shimFile = (home: string): string => `${home}/bin/statusline.cjs`;

/** What is remembered of the settings as they were before. */
export const setupFile = (home: string): string => `${home}/statusline.json`;

/** Forms in which a path can stand in a command: as it is, with quotes in it ended and begun anew, with backslashes. */
const written = (path: string): readonly string[] => [
  path,
  path.replaceAll("'", `'\\''`),
  path.replaceAll('/', '\\'),
];

/** The command is ours already. */
export const isOwnCommand = (command: string, home: string): boolean =>
  written(shimFile(home)).some((path) => command.includes(path));
