/**
 * `<data folder>/bin/plimsoll.cjs`: what the settings of other agents start, since no update moves it. It finds the product
 * where it lies now. A hook whose product is gone ends with success and says nothing: the agent goes on without us.
 */
import { readFileSync } from 'node:fs';
import { isRecord, parseJson } from '#core/json.ts';
import { findProduct } from '#infra/find-product.ts';

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

/** The folder of the bundles; undefined when the product is gone. Never throws. */
function productFolder(installs: Installs): string | undefined {
  try {
    return findProduct(installs.folders);
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
