import { parseRule } from '../parse-rule.ts';
import type { PermissionMode, PermissionPolicy, PermissionRule } from '../policy.ts';
import { mergeSandbox } from './merge-sandbox.ts';
import { mergeTruth } from './merge-scalar.ts';
import { type Complaints, type SettingsLayer, textsAt, valueAt } from './settings-layer.ts';
import { absoluteFolder, type SettingsFolders } from './settings-paths.ts';

/** A policy, and what the user should know about how it came about. */
export interface LoadedPolicy {
  readonly policy: PermissionPolicy;
  /** Settings that do not say what their writer may think; empty when there are none. */
  readonly warnings: readonly string[];
}

const MODES: Readonly<Record<string, PermissionMode>> = {
  default: 'default',
  manual: 'default',
  acceptEdits: 'acceptEdits',
  plan: 'plan',
  auto: 'auto',
  dontAsk: 'dontAsk',
  bypassPermissions: 'bypassPermissions',
};
/** A form that the host itself passes over, with a warning: it never matched anything. */
const PASSED_OVER = /^\s*Bash\(command:/;
/** Modes in which something runs that would ask otherwise. */
const WIDE_MODES: readonly PermissionMode[] = ['acceptEdits', 'auto', 'bypassPermissions'];

/** The host's word for a mode as one of ours; undefined for a word that is not known. */
export const permissionMode = (word: string): PermissionMode | undefined =>
  Object.hasOwn(MODES, word) ? MODES[word] : undefined;

function rulesOf(
  layers: readonly SettingsLayer[],
  kind: 'deny' | 'ask' | 'allow',
  complaints: Complaints,
): readonly PermissionRule[] {
  // An allow rule that is not understood allows nothing: that is strict enough.
  const complain = kind === 'allow' ? complaints.warning : complaints.problem;
  return layers.flatMap((layer) =>
    textsAt(layer, `permissions.${kind}`, complaints, complain).flatMap((text) => {
      const rule = parseRule(text, layer.source);
      if (rule.ok) return [rule.value];
      const what = `${layer.source.file}: permissions.${kind}: ${rule.error}`;
      if (PASSED_OVER.test(text)) complaints.warning(what);
      else complain(what);
      return [];
    }),
  );
}

function modeOf(layers: readonly SettingsLayer[], complaints: Complaints): PermissionMode {
  for (const layer of layers) {
    const word = valueAt(layer, 'permissions.defaultMode', complaints);
    if (word === undefined) continue;
    const mode = typeof word === 'string' ? permissionMode(word) : undefined;
    if (mode === undefined) {
      complaints.warning(`${layer.source.file}: permissions.defaultMode is not known; default is taken`);
      return 'default';
    }
    if (layer.mayWiden || !WIDE_MODES.includes(mode)) return mode;
    complaints.warning(`${layer.source.file}: permissions.defaultMode ${mode} waits for the folder's trust`);
  }
  return 'default';
}

/** The mode that holds, where an administrator or the user took some of them away. */
function allowedMode(
  mode: PermissionMode,
  layers: readonly SettingsLayer[],
  complaints: Complaints,
): PermissionMode {
  const isOff = (path: string): boolean =>
    layers.some((layer) => valueAt(layer, path, complaints) === 'disable');
  if (mode === 'bypassPermissions' && isOff('permissions.disableBypassPermissionsMode')) return 'default';
  return mode === 'auto' && isOff('permissions.disableAutoMode') ? 'default' : mode;
}

const unique = <T>(items: readonly T[]): readonly T[] => [...new Set(items)];

/**
 * All layers as one policy: lists are joined, of scalars the highest file's value counts, and what widens counts only
 * from files that may widen. Pure.
 *
 * @param layers highest first
 * @param unread files that are there and could not be read or understood, each with the reason
 */
export function mergeSettings(
  layers: readonly SettingsLayer[],
  folders: SettingsFolders,
  unread: readonly string[],
): LoadedPolicy {
  const problems: string[] = [...unread];
  const warnings: string[] = [];
  const complaints: Complaints = {
    problem: (text) => void problems.push(text),
    warning: (text) => void warnings.push(text),
  };
  const managed = layers.filter(({ source }) => source.scope === 'managed');
  const isManagedOnly = managed.some(
    (layer) => valueAt(layer, 'allowManagedPermissionRulesOnly', complaints) === true,
  );
  const ruled = isManagedOnly ? managed : layers;
  const widening = layers.filter(({ mayWiden }) => mayWiden);
  const policy: PermissionPolicy = {
    deny: rulesOf(ruled, 'deny', complaints),
    ask: rulesOf(ruled, 'ask', complaints),
    allow: rulesOf(
      ruled.filter(({ mayWiden }) => mayWiden),
      'allow',
      complaints,
    ),
    mode: allowedMode(modeOf(layers, complaints), layers, complaints),
    additionalDirectories: widening.flatMap((layer) =>
      textsAt(layer, 'permissions.additionalDirectories', complaints, complaints.warning).map((text) =>
        absoluteFolder(text, folders),
      ),
    ),
    blockReadsOutside: mergeTruth(
      layers,
      { path: 'permissions.blockReadsOutsideWorkingDirectories', wide: false, fallback: false },
      complaints,
    ),
    sandbox: mergeSandbox(layers, folders, complaints),
    problems: [],
  };
  return { policy: { ...policy, problems: unique(problems) }, warnings: unique(warnings) };
}
