import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedPlugins } from '#infra/installed-plugins.ts';
import { listFolder } from '#infra/list-folder.ts';
import { type Check, type Finding, findingsOf } from '../finding.ts';

const { ok, warning, failure } = findingsOf('registration');
const PLUGIN = 'plimsoll@plimsoll';

export interface RegistrationPlace {
  /** The agent's configuration folder. */
  readonly configDir: string;
  /** Files beside it in which servers and hooks can be registered by hand. */
  readonly otherFiles: readonly string[];
  readonly version: string;
  readonly updateCommand: string;
}

/** Places outside of the plugin that start a part of ours, too: everything would happen twice. */
const registeredByHand = (files: readonly string[]): readonly string[] =>
  files.filter((file) => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return /plimsoll[\\/]+dist[\\/]+(?:server\.mjs|hook\.cjs)|"plimsoll (?:serve|hook)\b/.test(text);
  });

/** Folders of other versions of the plugin, which the agent keeps for a while and then removes. */
function olderFolders({ configDir }: RegistrationPlace, used: readonly string[]): readonly string[] {
  const cache = join(configDir, 'plugins', 'cache', 'plimsoll', 'plimsoll');
  return (listFolder(cache) ?? []).map((name) => join(cache, name)).filter((path) => !used.includes(path));
}

/** How the agent knows of us, and whether what it has installed is what runs here. */
export const registrationCheck = (place: RegistrationPlace): Check => ({
  area: 'registration',
  look() {
    const installed = installedPlugins(place.configDir, PLUGIN);
    const byHand = registeredByHand(place.otherFiles);
    const findings: Finding[] = installed.map(({ version, path }) => {
      const what = `plugin ${PLUGIN} ${version} in ${path}`;
      if (!existsSync(path)) return warning(`${what}, which is not there`, `/plugin install ${PLUGIN}`);
      if (version === place.version) {
        const server = join(path, 'dist', 'server.mjs');
        return existsSync(server)
          ? ok(what)
          : failure(`${what} has no ${server}`, `/plugin install ${PLUGIN}`);
      }
      return warning(`${what}; this is ${place.version}`, `${place.updateCommand}, then restart the agent.`);
    });
    if (installed.length === 0 && byHand.length === 0)
      findings.push(ok(`no plugin in ${place.configDir}: run by hand, or by another agent`));
    const older = olderFolders(
      place,
      installed.map(({ path }) => path),
    );
    if (older.length > 0)
      findings.push(ok(`left by other versions, the agent removes them: ${older.join(', ')}`));
    if (installed.length > 0)
      findings.push(
        ...byHand.map((file) =>
          warning(
            `registered a second time in ${file}`,
            'Remove it there: the plugin brings its own server and hooks.',
          ),
        ),
      );
    else findings.push(...byHand.map((file) => ok(`registered in ${file}`)));
    return findings;
  },
});
