import type { ForeignFile } from '#core/export/foreign-file.ts';
import { withEntries } from '#core/export/json-entries.ts';
import { withSection } from '#core/export/text-section.ts';
import { hookCommand, type LauncherPlace, serveCommand } from '#infra/launcher.ts';
import type { PlatformSetup } from '#platforms/setup.ts';
import { SETUPS } from '#platforms/setups.ts';
import packageJson from '../../package.json' with { type: 'json' };

/** Where a sample takes the data folder to be. */
const SAMPLE: LauncherPlace = {
  home: '/home/you/.plimsoll',
  isHomeNamed: false,
  bundleDir: '',
  node: 'node',
  platform: 'linux',
};

const LAUNCHER = {
  serve: serveCommand(SAMPLE),
  hook: (platform: string, event: string) => hookCommand(SAMPLE, platform, event),
};

type Form = 'user' | 'project' | 'package';
const FORMS: readonly Form[] = ['user', 'project', 'package'];

/** What an export writes, with paths below a folder that is left out; empty for an agent that needs no export. */
export function sampleFiles({ files }: PlatformSetup, form: Form): readonly ForeignFile[] {
  if (files === undefined) return [];
  const place = {
    scope: form === 'project' ? ('project' as const) : ('user' as const),
    folder: '',
    launcher: LAUNCHER,
    version: packageJson.version,
  };
  const all = form === 'package' ? files.packaged(place) : files.installed(place);
  return all.map((file) => ({ ...file, path: file.path.replace(/^\//, '') }));
}

/** The file as an export makes it where there was none. */
function contentOf(file: ForeignFile): string {
  if (file.kind === 'own') return file.text;
  if (file.kind === 'section') return withSection('', file.text);
  const result = withEntries('', file.entries);
  if (result.kind === 'fault') throw new Error(`${file.path}: ${result.reason}`);
  return result.text;
}

/** exports/<agent>/<form>/…: every export as it comes out on an empty machine. */
export const exportSamples = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    SETUPS.flatMap((setup) =>
      FORMS.flatMap((form) =>
        sampleFiles(setup, form).map((file) => [`exports/${setup.id}/${form}/${file.path}`, contentOf(file)]),
      ),
    ),
  );
