/** How a piece of code becomes a command line. */
interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

export interface Language {
  readonly name: string;
  /** Programs that can run it, best first; the first one that exists is used. */
  readonly runtimes: (platform: NodeJS.Platform) => readonly string[];
  /** Extension of the script file for code that is too long for a command line. */
  readonly extension: (runtime: string) => string;
  readonly launchCode: (runtime: string, code: string) => Launch;
  readonly launchFile: (runtime: string, file: string) => Launch;
  /** One line for a person: how to get a missing runtime. */
  readonly install: string;
}

const isPowerShell = (runtime: string): boolean => /(?:^|[\\/])(?:pwsh|powershell)(?:\.exe)?$/i.test(runtime);

const shellArgs = (runtime: string, code: string): readonly string[] =>
  isPowerShell(runtime) ? ['-NoProfile', '-NonInteractive', '-Command', code] : ['-c', code];

const shellFileArgs = (runtime: string, file: string): readonly string[] =>
  isPowerShell(runtime) ? ['-NoProfile', '-NonInteractive', '-File', file] : [file];

/**
 * Gives ES module code a `require`, in front of the caller's first line and on that same line, so that line numbers in
 * errors stay the caller's own.
 */
const withRequire = (code: string): string =>
  `globalThis.require=(await import('node:module')).createRequire(process.cwd()+'/');${code}`;

/** Bun runs a text as a module by itself, `require` included. */
const javascriptArgs = (runtime: string, code: string): readonly string[] =>
  /(?:^|[\\/])bun(?:\.exe)?$/i.test(runtime)
    ? ['-e', code]
    : ['--input-type=module', '-e', withRequire(code)];

/** The languages of `ctx_execute`. */
export const LANGUAGES = {
  shell: {
    name: 'shell',
    runtimes: (platform) =>
      platform === 'win32'
        ? ['C:\\Program Files\\Git\\bin\\bash.exe', 'pwsh.exe', 'powershell.exe']
        : ['bash', 'sh'],
    // PowerShell runs no file of another name.
    extension: (runtime) => (isPowerShell(runtime) ? 'ps1' : 'sh'),
    launchCode: (command, code) => ({ command, args: shellArgs(command, code) }),
    launchFile: (command, file) => ({ command, args: shellFileArgs(command, file) }),
    install: 'install bash (on Windows: Git for Windows)',
  },
  javascript: {
    name: 'javascript',
    runtimes: () => [process.execPath],
    extension: () => 'mjs',
    launchCode: (command, code) => ({ command, args: javascriptArgs(command, code) }),
    launchFile: (command, file) => ({ command, args: [file] }),
    install: 'install Node.js 20 or later from nodejs.org',
  },
  python: {
    name: 'python',
    runtimes: (platform) => (platform === 'win32' ? ['py.exe', 'python.exe'] : ['python3', 'python']),
    extension: () => 'py',
    launchCode: (command, code) => ({ command, args: ['-X', 'utf8', '-c', code] }),
    launchFile: (command, file) => ({ command, args: ['-X', 'utf8', file] }),
    install: 'install Python 3 from python.org or your package manager',
  },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as readonly LanguageName[];

/**
 * Longest code that goes into a command line, in bytes; longer code goes through a file. Linux refuses a single argument
 * of 128 KB, Windows a whole line of 32,767 characters, in which quotes may double the code.
 */
export const argumentLimit = (platform: NodeJS.Platform): number => (platform === 'win32' ? 15_000 : 100_000);

/** Text that is put into a script file for this language. */
export const scriptText = (language: LanguageName, code: string): string =>
  language === 'javascript' ? withRequire(code) : code;
