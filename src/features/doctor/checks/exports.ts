import { type Check, type Finding, findingsOf } from '../finding.ts';

const { ok, warning, failure } = findingsOf('other agents');

/** One export to one agent, as far as it is there. */
interface FoundExport {
  readonly platform: string;
  readonly displayName: string;
  readonly form: string;
  readonly folder: string;
  readonly isFound: boolean;
  readonly kind: 'absent' | 'current' | 'stale';
  readonly stale: readonly string[];
  readonly unreadable: readonly string[];
  readonly missingEvents: readonly string[];
  readonly missingRequired: readonly string[];
}

const placeOf = ({ displayName, form, folder }: FoundExport): string => `${displayName}, ${form} ${folder}`;

const commandOf = (act: string, { platform, form, folder }: FoundExport): string =>
  `plimsoll ${act} ${platform} --${form} --dir ${/[^\w./@:+-]/.test(folder) ? `"${folder}"` : folder} --write`;

function findingOf(found: FoundExport, isStartable: boolean): Finding {
  const where = placeOf(found);
  const fix = commandOf('export', found);
  if (!isStartable)
    return failure(
      `${where}: what it starts is gone from the data folder, or leads to no plimsoll any more`,
      fix,
    );
  if (found.missingRequired.length > 0)
    return failure(`${where}: no hook for ${found.missingRequired.join(', ')}`, fix);
  if (found.unreadable.length > 0)
    return warning(`${where}: ${found.unreadable.join('; ')}`, `Put the file right, then ${fix}`);
  if (found.missingEvents.length > 0)
    return warning(
      `${where}: no hook for ${found.missingEvents.join(', ')}, which is of use but not needed`,
      fix,
    );
  if (found.stale.length > 0)
    return warning(`${where}: not as it would be written now: ${found.stale.join(', ')}`, fix);
  return ok(`${where}: set up`);
}

/** Places of one agent that are all read: what is in two of them happens twice. */
function doubled(here: readonly FoundExport[]): readonly Finding[] {
  const [first, second] = here.filter(({ form }) => form !== 'package');
  if (first === undefined || second === undefined) return [];
  return [
    warning(
      `${first.displayName} is set up twice, for the ${first.form} in ${first.folder} and for the ${second.form} in ${second.folder}: every hook runs twice`,
      commandOf('uninstall', second),
    ),
  ];
}

/**
 * Exports to other agents: whether they are there and as they would be written now. Without a hook that is needed it is a
 * failure, else a warning, each with the command that puts it right. An agent that is here without us is no fault.
 */
export const exportsCheck = (
  look: () => Promise<{ readonly exports: readonly FoundExport[]; readonly isStartable: boolean }>,
): Check => ({
  area: 'other agents',
  async look() {
    const { exports, isStartable } = await look();
    const platforms = [...new Set(exports.map(({ platform }) => platform))];
    return platforms.flatMap((platform) => {
      const all = exports.filter((each) => each.platform === platform);
      const here = all.filter(({ kind }) => kind !== 'absent');
      const [any] = all;
      if (here.length > 0) return [...here.map((each) => findingOf(each, isStartable)), ...doubled(here)];
      if (any === undefined || !any.isFound) return [];
      return [
        ok(`${any.displayName} is here, without plimsoll; plimsoll export ${platform} --write sets it up`),
      ];
    });
  },
});
