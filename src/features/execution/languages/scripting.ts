import { byName, type Language, type LaunchRequest } from './language.ts';

/** A text literal that Python, Ruby and PHP read alike: double quotes, and nothing in it that they expand. */
const bytesOf = (text: string): string => Buffer.from(text).toString('hex');

/** Text of a file as a path in hexadecimal digits, whatever quotes are in it. */
const longFile = ({ code, write }: LaunchRequest, name: string): string => bytesOf(write(name, code));

/** Long code is compiled from a file but runs as if it were the argument, so that imports still begin in the folder. */
export const python: Language = {
  name: 'python',
  install: 'install Python 3 from python.org or your package manager',
  runtimes: () => [
    {
      title: 'python',
      find: ({ platform, find }) =>
        find(platform === 'win32' ? ['py.exe', 'python3.exe', 'python.exe'] : ['python3', 'python']),
      versionArgs: ['--version'],
      steps: (request) => {
        const path = request.isLong ? `bytes.fromhex('${longFile(request, 'snippet.py')}').decode()` : '';
        const code = request.isLong
          ? `exec(compile(open(${path}, encoding='utf-8').read(), 'snippet.py', 'exec'))`
          : request.code;
        return [{ command: request.program, args: ['-X', 'utf8', '-c', code] }];
      },
    },
  ],
};

export const ruby: Language = {
  name: 'ruby',
  install: 'install Ruby from ruby-lang.org or your package manager',
  runtimes: () => [
    {
      title: 'ruby',
      find: byName('ruby'),
      versionArgs: ['--version'],
      steps: (request) => {
        const path = request.isLong ? `['${longFile(request, 'snippet.rb')}'].pack('H*')` : '';
        const code = request.isLong
          ? `eval(File.read(${path}, encoding: 'UTF-8'), TOPLEVEL_BINDING, 'snippet.rb', 1)`
          : request.code;
        return [{ command: request.program, args: ['-EUTF-8', '-e', code] }];
      },
    },
  ],
};

/** Bytes pass through Perl as they are; where the code says that it is UTF-8, so is what it reads and writes. */
const perlUnicode = (code: string): readonly string[] =>
  /^\s*use\s+utf8\b/m.test(code) && !/\bbinmode\b|:encoding|:utf8|^\s*use\s+open\b/m.test(code)
    ? ['-CSDA']
    : [];

export const perl: Language = {
  name: 'perl',
  install: 'install Perl from perl.org or your package manager',
  runtimes: () => [
    {
      title: 'perl',
      find: byName('perl'),
      versionArgs: ['-e', 'print $^V'],
      steps: ({ program, code, isLong, write }) => {
        const source = isLong ? [write('snippet.pl', code)] : ['-e', code];
        return [{ command: program, args: [...perlUnicode(code), ...source] }];
      },
    },
  ],
};

/** Errors once, on stderr, whatever php.ini says. */
const PHP_ERRORS = ['-d', 'display_errors=stderr', '-d', 'log_errors=0', '-d', 'html_errors=0'];

/** `php -r` takes code without an opening tag, and knows the folder as `__DIR__`; a page with text around needs a file. */
export const php: Language = {
  name: 'php',
  install: 'install PHP from php.net or your package manager (php-cli)',
  runtimes: () => [
    {
      title: 'php',
      find: byName('php'),
      versionArgs: ['-r', 'echo PHP_VERSION;'],
      steps: (request) => {
        const { program, write } = request;
        const code = request.code.replace(/^(?:#![^\n]*(?=\n))?(\s*)<\?php(?=\s)/, '$1');
        if (/<\?(?:php|=)|\?>/.test(code)) {
          const text = /<\?(?:php|=)/.test(request.code) ? request.code : `<?php ${request.code}`;
          return [{ command: program, args: [...PHP_ERRORS, '-f', write('snippet.php', text)] }];
        }
        const path = request.isLong ? `hex2bin('${bytesOf(write('snippet.php', code))}')` : '';
        const run = request.isLong ? `eval(file_get_contents(${path}));` : code;
        return [{ command: program, args: [...PHP_ERRORS, '-r', run] }];
      },
    },
  ],
};

export const r: Language = {
  name: 'r',
  install: 'install R from r-project.org or your package manager (Rscript)',
  runtimes: () => [
    {
      title: 'Rscript',
      find: byName('Rscript'),
      versionArgs: ['--version'],
      // From a file: behind -e, Rscript takes a single line apart at blanks.
      steps: ({ program, code, write }) => [
        { command: program, args: ['--vanilla', '--encoding=UTF-8', write('snippet.R', code)] },
      ],
    },
  ],
};

export const elixir: Language = {
  name: 'elixir',
  install: 'install Elixir from elixir-lang.org or your package manager',
  runtimes: (platform) => [
    {
      title: 'elixir',
      find: byName('elixir', 'elixir.bat'),
      versionArgs: ['--short-version'],
      steps: ({ program, code, write, variable }) => {
        const file = write('snippet.exs', code);
        const env = { ELIXIR_ERL_OPTIONS: '+fnu' };
        if (platform !== 'win32' || !program.toLowerCase().endsWith('.bat'))
          return [{ command: program, args: [file], env }];
        // A batch file has to be run by its shell; behind `call`, that leaves quotes as they are.
        const command = `${variable('SystemRoot') ?? 'C:\\Windows'}\\System32\\cmd.exe`;
        return [{ command, args: ['/d', '/c', 'call', program, file], env }];
      },
    },
  ],
};
