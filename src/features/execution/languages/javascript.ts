import { type Language, type LaunchRequest, type Look, programName, type Runtime } from './language.ts';

const NODE_NAME = /^node(?:js)?[\d.]*$/;

/** This very process where it is Node; it may also be a client's single file, which only looks like a runtime. */
export const ownProgram = (execPath: string, name: RegExp): readonly string[] =>
  name.test(programName(execPath)) ? [execPath] : [];

/**
 * Run by Node in front of the code: `require` for modules, beginning in the working folder, as `import` does; and no
 * options that children and workers of the code would inherit.
 */
const PRELOAD = `globalThis.require=require('node:module').createRequire(process.cwd()+'/');process.execArgv=[];`;

/**
 * For code that is too long for an argument: Node reads it from stdin, which is the file once and then again what it
 * really is. A script file would look for imports beside itself instead of in the working folder.
 */
const preloadLong = (file: string): string => `${PRELOAD}
const real = Object.getOwnPropertyDescriptor(process, 'stdin');
const code = require('node:stream').Readable.from([require('node:fs').readFileSync(${JSON.stringify(file)}, 'utf8')]);
code.once('close', () => Object.defineProperty(process, 'stdin', real));
Object.defineProperty(process, 'stdin', { configurable: true, enumerable: true, get: () => code });
`;

/** Whether this Node tells a module from a script by its text; an older one is told that it is a module. */
export function detectsModules(version: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 7) || (major === 20 && minor >= 19);
}

function nodeSteps({ program, code, isLong, write }: LaunchRequest) {
  const isOld = program === process.execPath && !detectsModules(process.version);
  const module = isOld ? ['--input-type=module'] : [];
  const preload = write('preload.cjs', isLong ? preloadLong(write('snippet.js', code)) : PRELOAD);
  const source = isLong ? ['-'] : ['-e', code];
  return [{ command: program, args: ['-r', preload, ...module, ...source] }];
}

export const node: Runtime = {
  title: 'node',
  find: ({ find, platform }: Look) =>
    find([
      ...ownProgram(process.execPath, NODE_NAME),
      ...(platform === 'win32' ? ['node.exe'] : ['node', 'nodejs']),
    ]),
  versionArgs: ['--version'],
  steps: nodeSteps,
};

/** Else it would download what is not installed. */
const BUN_ARGS = ['--no-install'];

/** Bun takes modules with `require` as they are. */
export const bun: Runtime = {
  title: 'bun',
  find: ({ find, platform }: Look) =>
    find([...ownProgram(process.execPath, /^bun$/), platform === 'win32' ? 'bun.exe' : 'bun']),
  versionArgs: ['--version'],
  steps: ({ program, code, isLong, write, platform }) => {
    if (!isLong) return [{ command: program, args: [...BUN_ARGS, '-e', code] }];
    const file = write('snippet.js', code);
    // As text on stdin it finds its imports in the working folder; from a file, beside that file.
    return platform === 'win32'
      ? [{ command: program, args: [...BUN_ARGS, file] }]
      : [{ command: '/bin/sh', args: ['-c', `exec "$0" ${BUN_ARGS.join(' ')} - < "$1"`, program, file] }];
  },
};

export const javascript: Language = {
  name: 'javascript',
  install: 'install Node.js 20 or later from nodejs.org',
  runtimes: () => [node, bun],
};

export const typescript: Language = {
  name: 'typescript',
  isTypeScript: true,
  install: 'install Node.js 20 or later from nodejs.org, or Bun from bun.sh',
  runtimes: () => [bun, node],
};
