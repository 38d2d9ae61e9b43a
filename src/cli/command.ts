import type { Fetching } from '#features/fetching/fetching.ts';
import type { Stats } from '#features/insights/stats.ts';
import type { Knowledge } from '#features/knowledge/knowledge.ts';
import type { SetupPlace } from '#features/statusline/setup.ts';

/** What a command works with; made in main/. Results go through `out`, everything else to stderr. */
export interface CommandScope {
  /** What follows the command's name. */
  readonly args: readonly string[];
  /** Absolute folder of the project: where relative paths are meant. */
  readonly folder: string;
  /** Folder of the bundles. */
  readonly bundleDir: string;
  /** Prints one text and a line end. */
  readonly out: (text: string) => void;
  readonly knowledge: () => Knowledge;
  readonly fetching: () => Fetching;
  /** Where the status line is set up. */
  readonly statuslineSetup: () => SetupPlace;
  /** Takes in what hooks wrote down in this project; for answers about events. */
  readonly takeInEvents: () => void;
  /** Counts, spooled events included, and what the user has to be told. */
  readonly count: (
    scope: 'project' | 'all',
  ) => Promise<{ readonly stats: Stats; readonly notices: readonly string[] }>;
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The command's own help: its call, and a line per option. */
  readonly usage: string;
  /** Returns the exit code. @throws AppError, which is printed; exit code 1, for wrong arguments 2 */
  run(scope: CommandScope): Promise<number>;
}
