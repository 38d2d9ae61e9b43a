import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** A home, a client configuration, a project and a data directory that nothing else uses; one tree. */
export interface Sandbox {
  readonly root: string;
  readonly home: string;
  readonly config: string;
  readonly project: string;
  /** Where the product keeps its data by default: `<home>/.plimsoll`. */
  readonly data: string;
  dispose(): void;
}

const FAKE_KEY = 'fake';
/** Port 9 (discard): any request made without a scripted model fails at once. */
const NO_MODEL = 'http://127.0.0.1:9';

/** The running Node first, then the system's folders: no tool of the caller's own PATH is needed. */
export const SYSTEM_PATH = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);

const PACKAGE_MANAGERS = ['npm', 'npx', 'bun', 'bunx', 'yarn', 'pnpm', 'corepack'];

/** Makes a sandbox whose client has been set up (no onboarding, no trust question). */
export function makeSandbox(): Sandbox {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-e2e-')));
  const home = join(root, 'home');
  const config = join(home, '.claude');
  const project = join(root, 'project');
  for (const folder of [config, project]) mkdirSync(folder, { recursive: true });
  writePackageManagers(root);
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] };
  const state = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    numStartups: 5,
    customApiKeyResponses: { approved: [FAKE_KEY], rejected: [] },
    projects: { [project]: trusted },
  };
  writeFileSync(join(config, '.claude.json'), JSON.stringify(state));
  const dispose = (): void => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  return { root, home, config, project, data: join(home, '.plimsoll'), dispose };
}

/**
 * Stand-ins for package managers, first on PATH, which note how they were called: some clients run `npm ci` in a plugin
 * that brings a lock file. npm really runs, but no registry can be reached; the others fail.
 */
function writePackageManagers(root: string): void {
  const folder = guardFolder(root);
  mkdirSync(folder);
  for (const name of PACKAGE_MANAGERS) {
    const note = `echo "${name} $*" >> '${callsFile(root)}'`;
    const run =
      name === 'npm' ? `PATH='${SYSTEM_PATH}' npm_config_registry=${NO_MODEL} npm "$@"; code=$?` : 'code=1';
    const script = `#!/bin/sh\n${note}\n${run}\necho "exit $code" >> '${callsFile(root)}'\nexit $code\n`;
    writeFileSync(join(folder, name), script, { mode: 0o755 });
  }
}

const guardFolder = (root: string): string => join(root, 'package-managers');
const callsFile = (root: string): string => join(root, 'package-managers.log');

/** How package managers were called in this sandbox and how they ended, two lines per call. */
export const packageManagerCalls = ({ root }: Sandbox): string =>
  existsSync(callsFile(root)) ? readFileSync(callsFile(root), 'utf8') : '';

/** The client's whole environment, built from nothing: no proxy, no certificate file, no variable of the caller. */
export function sandboxEnv(
  sandbox: Sandbox,
  overrides: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    PATH: [guardFolder(sandbox.root), SYSTEM_PATH].join(delimiter),
    HOME: sandbox.home,
    CLAUDE_CONFIG_DIR: sandbox.config,
    TMPDIR: tmpdir(),
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    ANTHROPIC_API_KEY: FAKE_KEY,
    ANTHROPIC_BASE_URL: NO_MODEL,
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    IS_SANDBOX: '1',
    ...overrides,
  };
}
