/** A program to start, with what it needs. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** Variables on top of the child's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What a runtime is looked for with. */
export interface Look {
  readonly platform: NodeJS.Platform;
  /** The variable's value; undefined when it is unset or blank. */
  readonly variable: (name: string) => string | undefined;
  /** The first of these programs that exists, absolute; bare names by PATH. */
  readonly find: (names: readonly string[]) => string | undefined;
  /** Names in this folder; empty when it cannot be read. */
  readonly namesIn: (folder: string) => readonly string[];
}

/** Code that is to run, and the program that was found for it. */
export interface LaunchRequest extends Look {
  readonly program: string;
  readonly code: string;
  /** The code does not fit into a command line. */
  readonly isLong: boolean;
  /** Absolute path of this name in the run's private folder. */
  readonly scratchPath: (name: string) => string;
  /** Writes a file into the run's private folder; its absolute path. */
  readonly write: (name: string, text: string) => string;
}

/** A program that can run a language, and how. */
export interface Runtime {
  /** For a person: `bash`, `dotnet 10`. */
  readonly title: string;
  /** Absolute path of the program; undefined when it is not here. Starts nothing. */
  readonly find: (look: Look) => string | undefined;
  readonly versionArgs: readonly string[];
  /** Commands to run one after the other, until one fails: a compiler, then what it made. Never empty. */
  readonly steps: (request: LaunchRequest) => readonly Launch[];
}

export interface Language {
  readonly name: string;
  /** What can run it, best first. */
  readonly runtimes: (platform: NodeJS.Platform) => readonly Runtime[];
  /** Text in another language than the runtime's, to be turned into it first. */
  readonly isTypeScript?: boolean;
  /** One line for a person: how to get a missing runtime. */
  readonly install: string;
}

/** Looks for programs by these names; on Windows they have an extension, `.exe` when none is given. */
export const byName =
  (...names: readonly string[]) =>
  ({ platform, find }: Look): string | undefined =>
    find(platform === 'win32' ? names.map((name) => (name.includes('.') ? name : `${name}.exe`)) : names);

/** Name of a program without folder and extension, in small letters. */
export const programName = (program: string): string =>
  (/[^\\/]*$/.exec(program)?.[0] ?? '').toLowerCase().replace(/\.exe$/, '');

/**
 * Longest code that goes into a command line, in bytes; longer code goes through a file. Linux refuses a single argument
 * of 128 KB, Windows a whole line of 32,767 characters, in which quotes may double the code.
 */
export const argumentLimit = (platform: NodeJS.Platform): number => (platform === 'win32' ? 15_000 : 100_000);
