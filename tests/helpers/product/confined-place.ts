import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LineClient, startServer, type ToolAnswer } from './line-client.ts';
import { makeStrictPlace, type Place, UNASKED, writeSettings } from './places.ts';

const USABLE = [
  '--unshare-all',
  '--unshare-user',
  '--disable-userns',
  '--ro-bind',
  '/',
  '/',
  '--proc',
  '/proc',
  'true',
];

/** True where bubblewrap is here and may make its namespaces. */
export const canConfine = process.platform === 'linux' && spawnSync('bwrap', USABLE).status === 0;

if (!canConfine)
  console.warn('SKIPPED tests of the sandbox: bubblewrap is missing, or may make no namespaces');

export interface ConfinedOptions {
  /** `sandbox` in the user's settings of the host, beside `enabled`. */
  readonly host?: Readonly<Record<string, unknown>>;
  /** The project is a git repository; it is one unless this is false. */
  readonly isRepository?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Confined {
  readonly place: Place;
  readonly server: LineClient;
  /** Runs shell code in the project. */
  shell(code: string, more?: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
}

const SECRETS = [
  '.ssh/id_ed25519',
  '.aws/credentials',
  '.config/gcloud/application_default_credentials.json',
  '.claude/.credentials.json',
  '.netrc',
  '.kube/config',
  '.gnupg/private-keys-v1.d/k.key',
  '.mozilla/firefox/p/logins.json',
  'notes.txt',
];

/** What stands in all files that confined code must not read. */
export const CANARY = 'canary-5f3a';

/** A home with secrets, a project, and the host's sandbox switched on in the user's settings. */
export function confinedPlace({ host = {}, isRepository = true }: ConfinedOptions = {}): Place {
  const place = makeStrictPlace();
  for (const name of SECRETS) write(join(place.home, name), CANARY);
  write(join(place.home, '.bashrc'), '');
  writeSettings(join(place.home, '.claude'), { ...UNASKED, sandbox: { enabled: true, ...host } });
  write(join(place.root, 'neighbour/file.txt'), CANARY);
  write(join(place.project, 'inside.txt'), 'inside');
  if (isRepository) spawnSync('git', ['init', '-q', place.project], { env: place.env });
  return place;
}

/** The built server in such a place. */
export async function startConfined(options: ConfinedOptions = {}): Promise<Confined> {
  const place = confinedPlace(options);
  const server = await startServer(place, options.env === undefined ? {} : { env: options.env });
  return {
    place,
    server,
    shell: (code, more = {}) => server.call('ctx_execute', { language: 'shell', code, ...more }),
  };
}

function write(file: string, text: string): void {
  const folder = join(file, '..');
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  writeFileSync(file, text);
}
