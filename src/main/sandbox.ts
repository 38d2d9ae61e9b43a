import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HostSandbox, NO_HOST_SANDBOX } from '#core/host-sandbox.ts';
import { isRecord, type JsonRecord, parseJson } from '#core/json.ts';
import { createSandbox, type Sandbox } from '#features/sandbox/create-sandbox.ts';
import { readSandboxSettings } from '#features/sandbox/read-settings.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { realPath } from '#infra/real-path.ts';

export interface ServerSandboxOptions {
  readonly env: Environment;
  readonly dataHome: string;
  readonly projectRoot: string;
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];

const part = (record: JsonRecord, key: string): JsonRecord => (isRecord(record[key]) ? record[key] : {});

/** The host's sandbox setting in the user's own file; nothing is set where the file cannot be read. */
function userHostSandbox(env: Environment): HostSandbox {
  const folder =
    environmentValue(env, 'CLAUDE_CONFIG_DIR') ?? join(environmentValue(env, 'HOME') ?? '/', '.claude');
  let parsed: unknown;
  try {
    parsed = parseJson(readFileSync(join(folder, 'settings.json'), 'utf8'));
  } catch {
    return NO_HOST_SANDBOX;
  }
  const sandbox = part(isRecord(parsed) ? parsed : {}, 'sandbox');
  const [files, network] = [part(sandbox, 'filesystem'), part(sandbox, 'network')];
  return {
    enabled: sandbox.enabled === true,
    failIfUnavailable: sandbox.failIfUnavailable === true || sandbox.allowUnsandboxedCommands === false,
    autoAllowBashIfSandboxed: sandbox.autoAllowBashIfSandboxed !== false,
    excludedCommands: texts(sandbox.excludedCommands),
    allowWrite: texts(files.allowWrite),
    denyWrite: texts(files.denyWrite),
    denyRead: texts(files.denyRead),
    allowRead: texts(files.allowRead),
    allowedDomains: texts(network.allowedDomains),
    deniedDomains: texts(network.deniedDomains),
    allowAllUnixSockets: network.allowAllUnixSockets === true,
  };
}

/** Confinement for what this server runs, by the settings of the moment. */
export const serverSandbox = ({ env, dataHome, projectRoot }: ServerSandboxOptions): Sandbox =>
  createSandbox({
    env,
    dataHome,
    projectRoot: realPath(projectRoot),
    settings: () => ({
      host: userHostSandbox(env),
      ...readSandboxSettings(env, dataHome, projectRoot),
      additionalDirectories: [],
    }),
  });
