import { type Check, type Finding, findingsOf } from '../finding.ts';

/** What runs and what lies on disk, as far as it can be another version than the one that looks. */
export interface VersionFacts {
  readonly version: string;
  readonly servers: readonly {
    readonly pid: number;
    readonly bundle: string;
    readonly state: 'current' | 'older';
  }[];
  readonly stores: readonly {
    readonly path: string;
    readonly version: number;
    readonly latest: number;
    readonly trouble?: string;
  }[];
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

function serverFindings({ servers, version }: VersionFacts): readonly Finding[] {
  const { ok, warning } = findingsOf('running');
  const older = servers.filter(({ state }) => state === 'older');
  if (older.length === 0)
    return [
      ok(servers.length === 0 ? 'no server runs now' : `${plural(servers.length, 'server')}, ${version}`),
    ];
  return older.map(({ pid, bundle }) =>
    warning(
      `process ${pid} runs an older ${bundle} than lies there now`,
      'Restart the agent that started it.',
    ),
  );
}

function storeFindings({ stores }: VersionFacts, migrate: string): readonly Finding[] {
  const { ok, warning, failure } = findingsOf('data');
  const odd = stores.filter(({ trouble }) => trouble !== undefined);
  const newer = stores.filter(({ version, latest }) => version > latest);
  const older = stores.filter(({ version, latest, trouble }) => trouble === undefined && version < latest);
  const sound = stores.length - odd.length - newer.length - older.length;
  return [
    ok(
      stores.length === 0
        ? 'no stores yet'
        : `${sound} of ${plural(stores.length, 'store')} of this version's form`,
    ),
    ...older.map(({ path, version, latest }) =>
      warning(`${path} is of version ${version}, and this is ${latest}`, `${migrate} (copies it first)`),
    ),
    ...newer.map(({ path, version, latest }) =>
      failure(`${path} is of version ${version}, and this one knows ${latest}`, 'Update plimsoll.'),
    ),
    ...odd.map(({ path, trouble = '' }) => warning(`${path}: ${trouble}`, 'The message says what to do.')),
  ];
}

/** Whether what runs, what is installed and what the data is fit each other. `migrate` is the command that mends old data. */
export const versionsCheck = (read: () => Promise<VersionFacts>, migrate: string): Check => ({
  area: 'versions',
  async look() {
    const facts = await read();
    return [...serverFindings(facts), ...storeFindings(facts, migrate)];
  },
});
