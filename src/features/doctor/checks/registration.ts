import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseJson } from '#core/json.ts';
import { type Check, type Finding, findingsOf } from '../finding.ts';

const { ok, warning } = findingsOf('registration');
const PLUGIN = 'plimsoll@plimsoll';

export interface RegistrationPlace {
  /** The agent's configuration folder. */
  readonly configDir: string;
  /** Files beside it in which servers and hooks can be registered by hand. */
  readonly otherFiles: readonly string[];
  readonly version: string;
  readonly updateCommand: string;
}

const contentOf = (file: string): unknown =>
  existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;

interface Installed {
  readonly version: string;
  readonly path: string;
}

function installedAs(configDir: string): readonly Installed[] {
  const content = contentOf(join(configDir, 'plugins', 'installed_plugins.json'));
  const plugins = isRecord(content) && isRecord(content.plugins) ? content.plugins : {};
  const entries = Object.hasOwn(plugins, PLUGIN) ? plugins[PLUGIN] : [];
  return (Array.isArray(entries) ? entries : [entries]).flatMap((entry) =>
    isRecord(entry) ? [{ version: String(entry.version), path: String(entry.installPath) }] : [],
  );
}

/** Places outside of the plugin that start a part of ours, too: everything would happen twice. */
const registeredByHand = (files: readonly string[]): readonly string[] =>
  files.filter((file) => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return /plimsoll[\\/]+dist[\\/]+(?:server\.mjs|hook\.cjs)|"plimsoll (?:serve|hook)\b/.test(text);
  });

/** How the agent knows of us, and whether what it has installed is what runs here. */
export const registrationCheck = (place: RegistrationPlace): Check => ({
  area: 'registration',
  look() {
    const installed = installedAs(place.configDir);
    const byHand = registeredByHand(place.otherFiles);
    const findings: Finding[] = installed.map(({ version, path }) => {
      const what = `plugin ${PLUGIN} ${version} in ${path}`;
      if (!existsSync(path)) return warning(`${what}, which is not there`, `/plugin install ${PLUGIN}`);
      if (version === place.version) return ok(what);
      return warning(`${what}; this is ${place.version}`, `${place.updateCommand}, then restart the agent.`);
    });
    if (installed.length === 0 && byHand.length === 0)
      findings.push(ok(`no plugin in ${place.configDir}: run by hand, or by another agent`));
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
