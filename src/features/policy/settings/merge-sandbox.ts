import type { HostSandbox } from '#core/host-sandbox.ts';
import { mergeTruth } from './merge-scalar.ts';
import { type Complaints, namesAt, type SettingsLayer, textsAt, valueAt } from './settings-layer.ts';
import { absoluteSandboxPath, type SettingsFolders } from './settings-paths.ts';

/** Scopes that lie in the project's folder. */
const IN_PROJECT = ['project', 'local'] as const;

/** The host's sandbox setting over all layers, highest first. Paths become absolute; patterns in them stay. */
export function mergeSandbox(
  layers: readonly SettingsLayer[],
  folders: SettingsFolders,
  complaints: Complaints,
): HostSandbox {
  const truth = (
    path: string,
    wide: boolean,
    fallback: boolean,
    deaf: typeof IN_PROJECT | readonly [] = [],
  ) => mergeTruth(layers, { path: `sandbox.${path}`, wide, fallback, deaf }, complaints);
  const widening = layers.filter(({ mayWiden }) => mayWiden);
  const managed = layers.filter(({ source }) => source.scope === 'managed');
  const texts = (from: readonly SettingsLayer[], path: string): readonly string[] =>
    from.flatMap((layer) => textsAt(layer, `sandbox.${path}`, complaints));
  const paths = (from: readonly SettingsLayer[], path: string): readonly string[] =>
    from.flatMap((layer) =>
      textsAt(layer, `sandbox.filesystem.${path}`, complaints).map((text) =>
        absoluteSandboxPath(text, layer.source, folders),
      ),
    );
  /** A relative path in the user's file may also be meant from the project: what is denied is denied in both places. */
  const denied = (path: string): readonly string[] => {
    const inProject = layers.map(({ source, ...rest }) => ({
      ...rest,
      source: { ...source, anchor: folders.projectRoot },
    }));
    return [...new Set([...paths(layers, path), ...paths(inProject, path)])];
  };
  const isSet = (key: string): boolean =>
    managed.some((layer) => valueAt(layer, `sandbox.${key}`, complaints) === true);
  const domains = isSet('network.allowManagedDomainsOnly') ? managed : widening;
  const readable = isSet('filesystem.allowManagedReadPathsOnly') ? managed : widening;
  const isStrict = truth('failIfUnavailable', false, false) || !truth('allowUnsandboxedCommands', true, true);
  const isFilesystemOpen = truth('filesystem.disabled', true, false, IN_PROJECT);
  return {
    enabled: truth('enabled', false, false),
    failIfUnavailable: isStrict,
    // What can write every file is not harmless for being cut off from the network.
    autoAllowBashIfSandboxed: truth('autoAllowBashIfSandboxed', true, true) && !isFilesystemOpen,
    excludedCommands: texts(widening, 'excludedCommands'),
    allowWrite: paths(widening, 'allowWrite'),
    denyWrite: denied('denyWrite'),
    denyRead: denied('denyRead'),
    allowRead: paths(readable, 'allowRead'),
    allowedDomains: texts(domains, 'network.allowedDomains'),
    deniedDomains: texts(layers, 'network.deniedDomains'),
    isFilesystemOpen,
    hiddenVariables: layers.flatMap((layer) => namesAt(layer, 'sandbox.credentials.envVars', complaints)),
    allowAllUnixSockets: truth('network.allowAllUnixSockets', true, false, IN_PROJECT),
  };
}
