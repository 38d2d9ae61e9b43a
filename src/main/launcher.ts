/**
 * `<data folder>/bin/plimsoll.cjs`: what the settings of other agents start, since no update moves it. It finds the product
 * where it lies now. A hook whose product is gone ends with success and says nothing: the agent goes on without us.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isRecord, parseJson } from '#core/json.ts';

/** Folders of bundles that were installed, the newest use first, and the data folder where it is not the usual one. */
interface Installs {
  readonly folders: readonly string[];
  readonly home: string | undefined;
}

function readInstalls(): Installs {
  let text = '';
  try {
    text = readFileSync(`${__dirname}/plimsoll.json`, 'utf8');
  } catch {
    // Without it nothing can be found, which is said below.
  }
  const stored = parseJson(text);
  const folders = isRecord(stored) && Array.isArray(stored.folders) ? stored.folders : [];
  return {
    folders: folders.filter((each): each is string => typeof each === 'string'),
    home: isRecord(stored) && typeof stored.home === 'string' ? stored.home : undefined,
  };
}

const isWhole = (folder: string): boolean => existsSync(`${folder}/hook.cjs`);

/** Agents that keep every version of a plugin beside the others remove the old one at an update: the newest that is there. */
function besides(folder: string): string | undefined {
  const match = /^(.*)[\\/][^\\/]+[\\/]([^\\/]+)$/.exec(folder);
  const [, above, name] = match ?? [];
  if (above === undefined || !existsSync(above)) return undefined;
  const others = readdirSync(above)
    .map((version) => `${above}/${version}/${name}`)
    .filter(isWhole);
  const ages = others.map((other) => ({ other, at: statSync(`${other}/hook.cjs`).mtimeMs }));
  return ages.sort((a, b) => b.at - a.at)[0]?.other;
}

function find({ folders }: Installs): string | undefined {
  const known = folders.find(isWhole);
  if (known !== undefined) return known;
  for (const folder of folders) {
    const found = besides(folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The folder of the bundles; undefined when the product is gone. Never throws. */
function productFolder(installs: Installs): string | undefined {
  try {
    return find(installs);
  } catch {
    return undefined;
  }
}

const installs = readInstalls();
const folder = productFolder(installs);
const [, , word] = process.argv;
if (installs.home !== undefined) process.env.PLIMSOLL_HOME ??= installs.home;
if (word === 'hook') {
  process.argv.splice(2, 1);
  if (folder !== undefined) require(`${folder}/hook.cjs`);
} else if (folder === undefined) {
  process.stderr.write(
    'plimsoll is no longer where it was installed. Install it again, or take it out of this agent: plimsoll uninstall.\n',
  );
  process.exitCode = 1;
} else {
  const file = word === 'serve' ? 'server.mjs' : 'cli.mjs';
  // A drive letter is no scheme.
  void import(/^[A-Za-z]:/.test(folder) ? `file:///${folder}/${file}` : `${folder}/${file}`);
}
