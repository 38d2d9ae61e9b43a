import type { Launch, LaunchRequest, Look, Runtime } from '#features/execution/languages/language.ts';

/** A machine on which exactly these files exist. On it, PATH is searched as Windows or POSIX does it. */
export function fakeLook(
  platform: NodeJS.Platform,
  files: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Look {
  const [delimiter, slash] = platform === 'win32' ? [';', '\\'] : [':', '/'];
  const there = new Map(files.map((file) => [platform === 'win32' ? file.toLowerCase() : file, file]));
  const at = (file: string) => there.get(platform === 'win32' ? file.toLowerCase() : file);
  const folders = (env.PATH ?? '').split(delimiter);
  return {
    platform,
    variable: (name) => env[name] || undefined,
    find: (names) =>
      names
        .flatMap((name) =>
          /[\\/]/.test(name) ? [name] : folders.map((folder) => `${folder}${slash}${name}`),
        )
        .flatMap((file) => at(file) ?? [])[0],
    namesIn: (folder) =>
      files
        .filter((file) => file.startsWith(`${folder}/`))
        .map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''),
  };
}

/** What a runtime would start for this code, and the files that it wrote. */
export function launched(
  runtime: Runtime,
  over: Partial<LaunchRequest> & Pick<LaunchRequest, 'program' | 'code'>,
) {
  const written: Record<string, string> = {};
  const folder = over.platform === 'win32' ? 'C:\\scratch\\' : '/scratch/';
  const steps: readonly Launch[] = runtime.steps({
    ...fakeLook(over.platform ?? 'linux', []),
    isLong: false,
    scratchPath: (name) => `${folder}${name}`,
    write: (name, text) => {
      written[name] = text;
      return `${folder}${name}`;
    },
    ...over,
  });
  return { steps, written, first: steps[0] as Launch };
}
