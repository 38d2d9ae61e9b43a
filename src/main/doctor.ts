import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isRecord, parseJsonFile } from '#core/json.ts';
import { bundlesCheck } from '#features/doctor/checks/bundles.ts';
import { contextCheck } from '#features/doctor/checks/context.ts';
import { dataFolderCheck } from '#features/doctor/checks/data-folder.ts';
import { exportsCheck } from '#features/doctor/checks/exports.ts';
import { hookCommands, partsCheck } from '#features/doctor/checks/parts.ts';
import { registrationCheck } from '#features/doctor/checks/registration.ts';
import {
  languagesCheck,
  rulesCheck,
  sandboxCheck,
  settingsCheck,
  storeCheck,
} from '#features/doctor/checks/reported.ts';
import { runtimesCheck } from '#features/doctor/checks/runtimes.ts';
import { versionsCheck } from '#features/doctor/checks/versions.ts';
import { diagnose } from '#features/doctor/diagnose.ts';
import type { Finding } from '#features/doctor/finding.ts';
import { createRuntimes } from '#features/execution/runtimes.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { projectsProgram, trustedEnvironment } from '#infra/process/trusted-path.ts';
import { realPath } from '#infra/real-path.ts';
import { effectiveSettings } from '#infra/settings.ts';
import { bundleDirectory } from './bundle-directory.ts';
import { contextFacts } from './doctor-context.ts';
import { loadExports } from './load-exports.ts';
import { createPolicySource } from './policy.ts';
import { serverSandbox } from './sandbox.ts';
import { testStore } from './store-test.ts';
import { upgradeFacts } from './upgrade.ts';
import { VERSION } from './version.ts';
import { chooseDriver } from './workspace.ts';

export interface DoctorPlace {
  readonly env: Environment;
  readonly home: string;
  /** Absolute root of the project that is asked from. */
  readonly projectRoot: string;
  /** What runs this: `server` or `command line`. */
  readonly part: string;
}

/** Enough for a status line: a session that has not begun. */
const STATUS_SAMPLE = '{"session_id":"plimsoll-doctor","model":{"display_name":"sample"}}';

function textIn(file: string, ...path: readonly string[]): string {
  let value: unknown = existsSync(file) ? parseJsonFile(readFileSync(file, 'utf8')) : undefined;
  for (const key of path) value = isRecord(value) ? value[key] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Looks at everything that has to work, and really runs what can be run; a second or two. Never rejects. */
export async function runDoctor({
  env: wholeEnv,
  home,
  projectRoot,
  part,
}: DoctorPlace): Promise<readonly Finding[]> {
  // Nobody is asked before a check: no program of the project is started by it.
  const env = trustedEnvironment(wholeEnv, realPath(projectRoot));
  const bundleDir = bundleDirectory();
  const pluginRoot = dirname(bundleDir);
  const userHome = environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE') ?? homedir();
  const named = environmentValue(env, 'CLAUDE_CONFIG_DIR');
  const configDir = named === undefined ? join(userHome, '.claude') : resolve(named);
  const rules = createPolicySource(env, bundleDir);
  const current = () => rules(realPath(projectRoot));
  const folder = realPath(mkdtempSync(join(tmpdir(), 'plimsoll-doctor-')));
  const hooksFile = join(pluginRoot, 'hooks', 'hooks.json');
  const sandbox = serverSandbox({ env, dataHome: home, projectRoot, current });
  const program = `node "${join(bundleDir, 'cli.mjs')}"`;
  const statusLine = textIn(join(configDir, 'settings.json'), 'statusLine', 'command');
  try {
    return await diagnose([
      runtimesCheck({
        ownVersion: process.version,
        own: part,
        env,
        projectsNode: projectsProgram('node', wholeEnv, realPath(projectRoot)),
        bundleDir,
        version: VERSION,
      }),
      bundlesCheck(bundleDir),
      dataFolderCheck(home, Date.now),
      storeCheck(() => testStore(env)),
      partsCheck({
        bundleDir,
        version: VERSION,
        folder,
        env: { ...env, PLIMSOLL_HOME: join(folder, 'home'), HOME: folder, CLAUDE_CONFIG_DIR: folder },
        commands: [
          ...(existsSync(hooksFile) ? hookCommands(hooksFile, pluginRoot, 'plimsoll-doctor') : []),
          {
            name: 'status line',
            command: 'node',
            args: [join(bundleDir, 'statusline.cjs')],
            input: STATUS_SAMPLE,
          },
        ],
      }),
      registrationCheck({
        configDir,
        otherFiles: [
          join(configDir, 'settings.json'),
          join(configDir, 'settings.local.json'),
          named === undefined ? join(userHome, '.claude.json') : join(configDir, '.claude.json'),
          join(projectRoot, '.mcp.json'),
          join(projectRoot, '.claude', 'settings.json'),
          join(projectRoot, '.claude', 'settings.local.json'),
        ].filter((file) => dirname(file) !== pluginRoot),
        version: VERSION,
        updateCommand: '/plugin update plimsoll@plimsoll',
      }),
      exportsCheck(async () => {
        const desk = await loadExports(env, home);
        return { exports: desk.states(projectRoot), isStartable: desk.isStartable() };
      }),
      versionsCheck(
        () =>
          upgradeFacts({
            env,
            home,
            projectRoot,
            configDir,
            driver: () => chooseDriver(env, () => undefined),
          }),
        `${program} upgrade --migrate`,
      ),
      rulesCheck(() => {
        const { policy, warnings } = current();
        const counts = { deny: policy.deny.length, ask: policy.ask.length, allow: policy.allow.length };
        return { counts, warnings: [...policy.problems, ...warnings] };
      }),
      settingsCheck(() => effectiveSettings(env, home, projectRoot).problems),
      sandboxCheck(async () => {
        const { wanted, backend, network } = await sandbox.state();
        const missing = backend.kind === 'missing' ? backend : { why: '', fix: '' };
        const { isWanted, isStrict } = wanted;
        const shut = network?.state.kind === 'closed' ? network.state.why : '';
        const needed = sandbox.domains();
        const steps = needed.kind === 'missing' ? needed.fix : '';
        const domains = network && { count: network.domains, shut, fix: steps };
        return { isWanted, isStrict, why: missing.why, fix: missing.fix, name: 'bubblewrap', domains };
      }),
      languagesCheck(() => createRuntimes(env).list()),
      contextCheck(() => contextFacts({ env, home, projectRoot, bundleDir, statusLine, program })),
    ]);
  } finally {
    sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
