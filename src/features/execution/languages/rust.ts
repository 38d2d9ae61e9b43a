import { byName, type Language } from './language.ts';
import { rustProgram } from './rust-snippet.ts';

export const rust: Language = {
  name: 'rust',
  install: 'install Rust from rustup.rs or your package manager',
  runtimes: (platform) => [
    {
      title: 'rustc',
      find: byName('rustc'),
      versionArgs: ['--version'],
      steps: ({ program, code, write, scratchPath }) => {
        const built = scratchPath(platform === 'win32' ? 'snippet.exe' : 'snippet');
        // Warnings about a throw-away program tell nothing; the folder's name in errors neither.
        const args = ['--edition', '2021', '-Awarnings', '--crate-name', 'snippet'];
        const names = ['--remap-path-prefix', `${scratchPath('')}=`, '-o', built];
        return [
          { command: program, args: [...args, ...names, write('snippet.rs', rustProgram(code))] },
          { command: built, args: [] },
        ];
      },
    },
  ],
};
