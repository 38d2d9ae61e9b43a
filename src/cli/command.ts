import type { Purging } from '#core/purge.ts';
import type { Finding } from '#features/doctor/finding.ts';
import type { ReportFacts } from '#features/doctor/report.ts';
import type { ExportDesk } from '#features/export/desk.ts';
import type { Fetching } from '#features/fetching/fetching.ts';
import type { Knowledge } from '#features/knowledge/knowledge.ts';
import type { SetupPlace } from '#features/statusline/setup.ts';
import type { MigratedStore, UpgradeFacts } from '#features/upgrade/facts.ts';
import type { Environment } from '#infra/home.ts';

/** What a command works with; made in main/. Results go through `out`, everything else to stderr. */
export interface CommandScope {
  /** What follows the command's name. */
  readonly args: readonly string[];
  /** Absolute folder of the project: where relative paths are meant. */
  readonly folder: string;
  /** Folder of the bundles. */
  readonly bundleDir: string;
  /** As the process was given it, without the settings of files. */
  readonly env: Environment;
  /** The data directory. @throws AppError HOME_UNUSABLE */
  readonly home: () => string;
  /** Shows on a terminal how far it is, once it takes more than a second; anywhere else nothing. */
  readonly showProgress: (message: string) => void;
  /** Prints one text and a line end. */
  readonly out: (text: string) => void;
  /** Says on stderr why there is no result; nothing where the output becomes part of a prompt. */
  readonly remark: (text: string) => void;
  readonly knowledge: () => Knowledge;
  readonly fetching: () => Fetching;
  readonly diagnose: () => Promise<readonly Finding[]>;
  readonly reportFacts: () => Promise<ReportFacts>;
  /** The text without secrets and without what tells who the user is. */
  readonly publish: (text: string) => string;
  readonly purging: () => Purging;
  readonly upgrading: () => Upgrading;
  /** Asks the person at the terminal; false where there is none. */
  readonly ask: (question: string) => Promise<boolean>;
  /** Where the status line is set up. */
  readonly statuslineSetup: () => SetupPlace;
  /** The user's own folder. */
  readonly userHome: string;
  /** Exports to other agents; loaded when they are asked for. */
  readonly exports: () => Promise<ExportDesk>;
  /** Takes in what hooks wrote down in this project; for answers about events. */
  readonly takeInEvents: () => void;
}

/** What an upgrade is about. All may throw what the stores throw. */
interface Upgrading {
  /** What is installed, what runs and what the data is. */
  readonly facts: () => Promise<UpgradeFacts>;
  /** Copies older stores and brings them to this version's form; empty when there is none. */
  readonly migrate: () => Promise<readonly MigratedStore[]>;
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
