import { isRecord, parseJson } from '#core/json.ts';
import type { TextFile } from '#infra/text-file-cache.ts';
import type { RuleSource } from '../policy.ts';
import { type ManagedPlace, type ManagedPorts, managedReadings, type Reading } from './managed-readings.ts';
import { type LoadedPolicy, mergeSettings } from './merge-settings.ts';
import { parseSettings, type SettingsLayer } from './settings-layer.ts';
import type { SettingsFolders } from './settings-paths.ts';

interface Place {
  readonly file: string;
  readonly anchor: string;
}

/** Where the host's settings lie; see src/platforms/claude-settings.ts. */
interface PolicyFiles {
  readonly managed: readonly ManagedPlace[];
  readonly managedAnchor: string;
  readonly local: readonly Place[];
  readonly project: readonly Place[];
  readonly user: readonly Place[];
  readonly trustFile: string;
}

/** What the loader needs of the machine. */
export interface PolicyPorts extends ManagedPorts {
  /** True when a file in the project's folder may come from the repository. */
  readonly maySupply: (file: string) => boolean;
}

export interface PolicyQuestion extends SettingsFolders {
  readonly files: PolicyFiles;
  /** Folders, any of which the user may have trusted: where the host was started, and the root of its repository. */
  readonly trustedAs: readonly string[];
}

function readAll(files: PolicyFiles, ports: PolicyPorts, problems: string[]): readonly Reading[] {
  const scoped = (scope: RuleSource['scope'], places: readonly Place[]): readonly Reading[] =>
    places.map(({ file, anchor }) => ({ source: { file, scope, anchor }, content: ports.read(file) }));
  return [
    ...managedReadings(files.managed, files.managedAnchor, ports, problems),
    ...scoped('local', files.local),
    ...scoped('project', files.project),
    ...scoped('user', files.user),
  ];
}

/** Did the user say, in the host's own dialogue, that this folder is trusted? What cannot be read says no. */
function isTrusted(trust: TextFile, folders: readonly string[]): boolean {
  const known = trust.kind === 'text' ? parseJson(trust.text) : undefined;
  const projects = isRecord(known) ? known.projects : undefined;
  if (!isRecord(projects)) return false;
  const keys = folders.flatMap((folder) => [folder, folder.replaceAll('\\', '/')]);
  return keys.some((key) => {
    const project = Object.hasOwn(projects, key) ? projects[key] : undefined;
    return isRecord(project) && project.hasTrustDialogAccepted === true;
  });
}

/**
 * The host's rules as they are now. Files are read again only when they changed, and the same object comes back as long
 * as nothing did.
 */
export function createPolicyLoader(ports: PolicyPorts): (question: PolicyQuestion) => LoadedPolicy {
  let last: { readonly inputs: readonly unknown[]; readonly loaded: LoadedPolicy } | undefined;
  let lastTrust: { readonly inputs: readonly unknown[]; readonly isTrusted: boolean } | undefined;

  const isSame = (before: readonly unknown[], now: readonly unknown[]): boolean =>
    before.length === now.length && before.every((item, place) => item === now[place]);

  /** The file of trust is large and changes often, so it is read only where its answer matters. */
  function trusts({ files, trustedAs }: PolicyQuestion): boolean {
    const trust = ports.read(files.trustFile);
    const inputs = [trust, ...trustedAs];
    if (lastTrust === undefined || !isSame(lastTrust.inputs, inputs))
      lastTrust = { inputs, isTrusted: isTrusted(trust, trustedAs) };
    return lastTrust.isTrusted;
  }

  function mayWiden({ source, content }: Reading, question: PolicyQuestion): boolean {
    if (source.scope === 'managed' || source.scope === 'user') return true;
    if (content.kind !== 'text') return false;
    if (source.scope === 'local' && !ports.maySupply(source.file)) return true;
    return trusts(question);
  }

  return (question) => {
    const problems: string[] = [];
    const readings = readAll(question.files, ports, problems);
    const widening = readings.map((reading) => mayWiden(reading, question));
    const inputs = [
      question.home,
      question.projectRoot,
      ...problems,
      ...readings.flatMap(({ source, content }) => [source.file, content]),
      ...widening,
    ];
    if (last !== undefined && isSame(last.inputs, inputs)) return last.loaded;
    const layers = readings.flatMap(({ source, content }, place): readonly SettingsLayer[] => {
      if (content.kind === 'absent') return [];
      const settings = content.kind === 'text' ? parseSettings(content.text) : undefined;
      if (settings?.ok) return [{ source, mayWiden: widening[place] ?? false, settings: settings.value }];
      const why =
        content.kind === 'unreadable' ? `cannot be read (${content.why})` : (settings?.error ?? 'is empty');
      problems.push(`${source.file}: ${why}`);
      return [];
    });
    const loaded = mergeSettings(layers, question, problems);
    last = { inputs, loaded };
    return loaded;
  };
}
