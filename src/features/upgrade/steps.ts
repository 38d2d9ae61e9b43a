import type { Installation, UpgradeFacts } from './facts.ts';

/** One step of an upgrade. */
export interface UpgradeStep {
  readonly name: string;
  /** `unknown`: nobody looks into the network; the step does no harm when there is nothing to do. */
  readonly state: 'done' | 'open' | 'unknown';
  readonly text: string;
  /** Commands for a shell, in their order; none where it is the person who does it. */
  readonly commands: readonly string[];
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** What fetches the newest version, and what runs it. Nothing of it is done by this program. */
function fetchCommands(installation: Installation): readonly string[] {
  switch (installation.kind) {
    case 'plugin':
      return [
        `claude plugin marketplace update ${installation.marketplace}`,
        `claude plugin update ${installation.plugin}`,
      ];
    case 'npm':
      return installation.isGlobal
        ? ['npm install -g plimsoll@latest']
        : [`npm install --prefix "${installation.folder}" plimsoll@latest`];
    case 'git':
      return [`git -C "${installation.folder}" pull --ff-only`];
    case 'folder':
      return [];
    default:
      return installation satisfies never;
  }
}

function codeStep({ installation, installed, offered, version }: UpgradeFacts): UpgradeStep {
  const commands = fetchCommands(installation);
  const have = installed[0]?.version ?? version;
  const isNewer = offered !== undefined && offered !== have;
  const seen =
    offered === undefined
      ? 'whether there is a newer one is not known before it is asked for'
      : isNewer
        ? `the marketplace has ${offered}`
        : `the marketplace had ${offered} when it was last fetched`;
  const how = commands.length === 0 ? '; replace the folder by the new version' : '';
  return {
    name: 'newest version',
    state: isNewer ? 'open' : 'unknown',
    text: `${have} is installed, ${seen}${how}`,
    commands,
  };
}

function restartStep({ servers }: UpgradeFacts): UpgradeStep {
  const name = 'running servers';
  const older = servers.filter(({ state }) => state === 'older');
  if (servers.length === 0) return { name, state: 'done', text: 'none runs', commands: [] };
  if (older.length === 0) {
    const text = `${plural(servers.length, 'server')} of this version; after an update restart the agent`;
    return { name, state: 'done', text, commands: [] };
  }
  const ids = older.map(({ pid }) => pid).join(', ');
  const text = `${plural(older.length, 'server')} of an older version (process ${ids}): restart the agent that started ${older.length === 1 ? 'it' : 'them'}`;
  return { name, state: 'open', text, commands: [] };
}

function dataStep({ stores, program }: UpgradeFacts): UpgradeStep {
  const name = 'data';
  const newer = stores.filter(({ version, latest }) => version > latest);
  const older = stores.filter(({ version, latest, trouble }) => trouble === undefined && version < latest);
  const odd = stores.filter(({ trouble }) => trouble !== undefined);
  const [first] = newer;
  if (first !== undefined) {
    const text = `${plural(newer.length, 'store')} of a newer version (${first.version}, this one knows ${first.latest}): update first; they are left alone`;
    return { name, state: 'open', text, commands: [] };
  }
  const oddText = odd.length === 0 ? '' : `; ${plural(odd.length, 'store')} could not be looked at`;
  if (older.length === 0)
    return {
      name,
      state: 'done',
      text: `${plural(stores.length, 'store')}, all of this version's form${oddText}`,
      commands: [],
    };
  const text = `${older.length} of ${plural(stores.length, 'store')} are of an older form; each is copied before it is changed${oddText}`;
  return { name, state: 'open', text, commands: [`${program} upgrade --migrate`] };
}

function configStep({ configs, program }: UpgradeFacts): readonly UpgradeStep[] {
  if (configs.length === 0) return [];
  const stale = configs.filter(({ isCurrent }) => !isCurrent);
  const name = 'exported configurations';
  if (stale.length === 0)
    return [{ name, state: 'done', text: `${configs.length}, all current`, commands: [] }];
  const text = `out of date: ${stale.map(({ name: agent, file }) => `${agent} (${file})`).join(', ')}`;
  return [
    {
      name,
      state: 'open',
      text,
      commands: stale.map(({ name: agent }) => `${program} export ${agent} --write`),
    },
  ];
}

/** The steps in the order in which they are taken. */
export const upgradeSteps = (facts: UpgradeFacts): readonly UpgradeStep[] => [
  codeStep(facts),
  restartStep(facts),
  dataStep(facts),
  ...configStep(facts),
];
