import { csharpProgram } from './csharp-snippet.ts';
import { byName, type Language, type Look, type Runtime } from './language.ts';

/** Runs a single file from version 10 on. */
const SINGLE_FILE_SDK = 10;
const SDK_FOLDERS = ['/usr/share/dotnet', '/usr/lib/dotnet', '/usr/lib64/dotnet', '/usr/local/share/dotnet'];

/** Folders that may hold the SDK of this program, which may be a link to it. */
const sdkFolders = (program: string, look: Look): readonly string[] => [
  program.replace(/[\\/][^\\/]*$/, ''),
  ...SDK_FOLDERS,
  ...[look.variable('DOTNET_ROOT') ?? []].flat(),
];

const QUIET = {
  DOTNET_NOLOGO: '1',
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  DOTNET_SKIP_FIRST_TIME_EXPERIENCE: '1',
};

const dotnet: Runtime = {
  title: 'dotnet 10',
  find: (look) => {
    const program = byName('dotnet')(look);
    if (program === undefined) return undefined;
    const versions = sdkFolders(program, look).flatMap((folder) => look.namesIn(`${folder}/sdk`));
    return versions.some((name) => Number.parseInt(name, 10) >= SINGLE_FILE_SDK) ? program : undefined;
  },
  versionArgs: ['--version'],
  // With --file, because a project in the folder would be run instead.
  steps: ({ program, code, write }) => [
    { command: program, args: ['run', '--file', write('snippet.cs', code)], env: QUIET },
  ],
};

const dotnetScript: Runtime = {
  title: 'dotnet-script',
  find: byName('dotnet-script'),
  versionArgs: ['--version'],
  steps: ({ program, code, write }) => [{ command: program, args: [write('snippet.csx', code)], env: QUIET }],
};

const mono: Runtime = {
  title: 'mcs with mono',
  find: (look) => (byName('mono')(look) === undefined ? undefined : byName('mcs', 'mcs.bat')(look)),
  versionArgs: ['--version'],
  steps: (request) => {
    const built = request.scratchPath('snippet.exe');
    const source = request.write('snippet.cs', csharpProgram(request.code));
    return [
      {
        command: request.program,
        args: ['-nologo', '-debug', '-nowarn:219,168,169,414', `-out:${built}`, source],
      },
      { command: byName('mono')(request) ?? 'mono', args: ['--debug', built] },
    ];
  },
};

export const csharp: Language = {
  name: 'csharp',
  install: 'install the .NET SDK 10 or later from dot.net, or Mono with mcs',
  runtimes: () => [dotnet, dotnetScript, mono],
};
