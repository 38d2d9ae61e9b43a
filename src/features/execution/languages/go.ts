import { goProgram } from './go-snippet.ts';
import { byName, type Language } from './language.ts';

/** Built and then run: `go run` would replace the program's exit code by its own. */
export const go: Language = {
  name: 'go',
  install: 'install Go from go.dev or your package manager',
  runtimes: (platform) => [
    {
      title: 'go',
      find: byName('go'),
      versionArgs: ['version'],
      steps: ({ program, code, write, scratchPath }) => {
        const built = scratchPath(platform === 'win32' ? 'snippet.exe' : 'snippet');
        return [
          { command: program, args: ['build', '-o', built, write('snippet.go', goProgram(code))] },
          { command: built, args: [] },
        ];
      },
    },
  ],
};
