import { openSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type Confine, type ConfinedRun, type RunPlace, unconfined } from '#core/confine.ts';
import { AppError } from '#core/errors.ts';
import type { HostSandbox } from '#core/host-sandbox.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { closeInherited } from '#infra/process/close-inherited.ts';
import { removeOrphanedLimits } from '#infra/process/task-limit.ts';
import { realPath } from '#infra/real-path.ts';
import { createScratch, removeScratch } from '#infra/scratch.ts';
import { ProfileBuilder } from './build-profile.ts';
import { ConfinedBubblewrap } from './confined-bubblewrap.ts';
import {
  type Backend,
  type Confinement,
  type ConfinementVerdict,
  confinementOf,
  confinementVerdict,
  type SandboxMode,
} from './confinement.ts';
import { diskWorld } from './disk-world.ts';
import { doorEnvironment, doorStart } from './domains/behind-door.ts';
import { DomainNetwork, type NetworkDoor, type NetworkState } from './domains/domain-network.ts';
import { type DomainsState, domainsState } from './domains/domains-state.ts';
import { findRuntime, type ImportModule } from './domains/load-runtime.ts';
import { findBubblewrap, findTrusted } from './find-bubblewrap.ts';
import { gitFoldersOf } from './git-folders.ts';
import { lookAtGit } from './git-watch.ts';
import { Placeholders } from './placeholders.ts';
import { isVisible, isWithin } from './profile.ts';
import { lookAtLinks } from './protected-links.ts';
import { firstNotes, gapNotes, OPEN_NOTE, passedNotes } from './run-notes.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { selfTest } from './self-test.ts';

export interface SandboxOptions {
  readonly env: Environment;
  /** Our own data directory, absolute. */
  readonly dataHome: string;
  /** Absolute, without links. */
  readonly projectRoot: string;
  /** Folder of our own bundles, absolute: packages that the user adds lie beside it. */
  readonly bundles: string;
  /** See ImportModule. */
  readonly importModule?: ImportModule;
  /** Asked before every run: settings change while the server runs. */
  readonly settings: () => SandboxSettings;
  /** Asked before every confined run: files that rules forbid, as far as they are there. */
  readonly denied: () => Promise<DeniedThere>;
  /** The system that code runs on; this one when it is absent. */
  readonly platform?: NodeJS.Platform;
}

/** Paths absolute. */
interface DeniedThere {
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** What was not looked at because of a limit; empty when everything was. */
  readonly gaps: readonly string[];
  /** Names of folders that are never looked into, and lie there. */
  readonly passed: readonly string[];
}

interface SandboxSettings {
  readonly host: HostSandbox;
  readonly mode: SandboxMode;
  /** Folders beside the project that count as inside, absolute. */
  readonly additionalDirectories: readonly string[];
  /** Names of variables, a star at the end for any rest, that confined code gets beside the usual ones. */
  readonly variables: readonly string[];
}

export interface Sandbox {
  readonly confine: Confine;
  /** Whether code has to run confined, by the settings of the moment. */
  isWanted(): boolean;
  /** For a gate, before a run. Deny and ask only where confinement is wanted and cannot be had. */
  verdict(): Promise<ConfinementVerdict>;
  /** Leaves nothing behind: for the end of the server. */
  close(): void;
  /** For doctor: whether allowed domains can be reached. Starts nothing. */
  domains(): DomainsState;
  /** For doctor. */
  state(): Promise<{
    readonly wanted: Confinement;
    readonly backend: Backend;
    /** The way to allowed domains; undefined where there are none, or nothing is confined. */
    readonly network: { readonly domains: number; readonly state: NetworkState } | undefined;
  }>;
}

/** Confinement of everything that this server runs. Nothing is looked for before it is first wanted. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { env, projectRoot, dataHome } = options;
  const placeholders = new Placeholders(join(dataHome, 'sandbox'));
  const filter = seccompFilter(process.arch);
  let found: Promise<Backend> | undefined;
  let isFirst = true;
  let isOpenSaid = false;
  let filterFd: number | undefined;

  async function look(): Promise<Backend> {
    const program = findBubblewrap(env, projectRoot, options.platform);
    if (program.kind === 'missing') return program;
    placeholders.clear();
    closeInherited();
    removeOrphanedLimits();
    return await tested(program.program);
  }

  /** The self-test, also of a way to allowed domains. */
  async function tested(program: string, door?: NetworkDoor): Promise<Backend> {
    const scratch = createScratch(dataHome);
    try {
      const file = filter === undefined ? undefined : join(scratch, 'filter');
      if (file !== undefined && filter !== undefined) {
        writeFileSync(file, filter, { mode: 0o600 });
        filterFd ??= openSync(file, 'r');
      }
      return await selfTest(program, scratch, file, door && doorStart(door, program));
    } finally {
      await removeScratch(scratch);
    }
  }

  const isForeign = (folder: string): boolean => isWithin(realPath(folder), projectRoot);
  const socat = (): string | undefined => findTrusted('socat', env, projectRoot);
  const network = new DomainNetwork({
    bundles: options.bundles,
    ...(options.importModule === undefined ? {} : { importModule: options.importModule }),
    isForeign,
    socat,
    async test(door) {
      const program = findBubblewrap(env, projectRoot, options.platform);
      const result = program.kind === 'ready' ? await tested(program.program, door) : program;
      return result.kind === 'ready' ? undefined : result.why;
    },
  });

  /** What is missing may be installed meanwhile; what was found stays. */
  async function backend(): Promise<Backend> {
    found ??= look();
    const result = await found;
    if (result.kind === 'missing') found = undefined;
    return result;
  }

  function notesOnce(
    host: HostSandbox,
    { passed }: DeniedThere,
    state: NetworkState | undefined,
  ): readonly string[] {
    if (!isFirst) return [];
    isFirst = false;
    return [...firstNotes(state, host.isFilesystemOpen === true), ...passedNotes(passed)];
  }

  /** Nobody asked for confinement: that is said with the first run that comes to an end of its own. */
  function open(): ConfinedRun {
    if (isOpenSaid) return unconfined();
    isOpenSaid = true;
    const run = unconfined([], OPEN_NOTE);
    return {
      ...run,
      end(exitCode) {
        isOpenSaid = exitCode !== null;
        return run.end(exitCode);
      },
    };
  }

  async function start(program: string, place: RunPlace, settings: SandboxSettings): Promise<ConfinedRun> {
    const gitFolders = gitFoldersOf(projectRoot);
    const denied = await options.denied();
    const host = hostFor(settings);
    const additionalDirectories = settings.additionalDirectories.map(realPath);
    const builder = new ProfileBuilder(
      {
        projectRoot,
        additionalDirectories,
        homes: homesOf(env),
        dataHome: realPath(dataHome),
        scratch: realPath(place.scratch),
        programFolders: (environmentValue(env, 'PATH') ?? '')
          .split(':')
          .filter((folder) => folder.startsWith('/')),
        gitFolders,
        denied,
        isSuperuser: process.getuid?.() === 0,
      },
      host,
      diskWorld(placeholders.known()),
    );
    const profile = builder.build();
    const cwd = realPath(place.cwd);
    if (!isVisible(profile, cwd)) throw outside(cwd, projectRoot);
    const state = host.allowedDomains.length === 0 ? undefined : await network.open(host);
    const door = state?.kind === 'open' ? state.door : undefined;
    return new ConfinedBubblewrap({
      program,
      profile,
      cwd,
      code: place.code,
      scratch: place.scratch,
      projectRoot,
      variables: settings.variables,
      hiddenVariables: host.hiddenVariables ?? [],
      filterFd: host.allowAllUnixSockets === true ? undefined : filterFd,
      giveUpPlaceholders: await placeholders.take(profile.placeholders),
      gitBefore: lookAtGit(gitFolders),
      linksBefore: host.isFilesystemOpen === true ? [] : lookAtLinks([projectRoot, ...additionalDirectories]),
      door: door && doorStart(door, program),
      doorEnvironment: door === undefined ? {} : doorEnvironment(door, host),
      firstNotes: [...notesOnce(host, denied, state), ...gapNotes(denied.gaps)],
    });
  }

  return {
    async confine(place) {
      const settings = options.settings();
      const wanted = confinementOf(settings.host, settings.mode);
      if (!wanted.isWanted) return open();
      if (place.outside === 'excluded') return unconfined(['[confinement: none (sandbox.excludedCommands)]']);
      const here = await backend();
      if (here.kind === 'ready') return await start(here.program, place, settings);
      const { verdict, reason } = confinementVerdict(wanted, here);
      if (verdict === 'deny' || place.outside !== 'agreed')
        throw new AppError('SANDBOX_REQUIRED', reason, { data: { verdict } });
      return unconfined([`[confinement: none (${here.why})]`]);
    },
    isWanted() {
      const { host, mode } = options.settings();
      return confinementOf(host, mode).isWanted;
    },
    async verdict() {
      const { host, mode } = options.settings();
      const wanted = confinementOf(host, mode);
      if (!wanted.isWanted) return { verdict: 'allow', reason: '' };
      return confinementVerdict(wanted, await backend());
    },
    domains() {
      const { host, mode } = options.settings();
      return domainsState({
        platform: options.platform ?? process.platform,
        isWanted: confinementOf(host, mode).isWanted,
        host,
        hasRuntime: () => findRuntime(options.bundles, isForeign) !== undefined,
        hasSocat: () => socat() !== undefined,
      });
    },
    close() {
      void network.close();
      placeholders.close();
    },
    async state() {
      const { host, mode } = options.settings();
      const [wanted, here] = [confinementOf(host, mode), await backend()];
      const domains = host.allowedDomains.length;
      const isOpened = wanted.isWanted && here.kind === 'ready' && domains > 0;
      const state = isOpened ? await network.open(host) : undefined;
      return { wanted, backend: here, network: state && { domains, state } };
    },
  };
}

/** The host's settings as they hold here: where we are asked for confinement ourselves, it cannot take files out of it. */
const hostFor = ({ host, mode }: SandboxSettings): HostSandbox => ({
  ...host,
  isFilesystemOpen: host.isFilesystemOpen === true && host.enabled && mode !== 'on',
});

/** The folder of this process's user by the environment, and by the system where that is another. */
function homesOf(env: Environment): readonly string[] {
  const folders = [environmentValue(env, 'HOME'), userInfo().homedir];
  return [...new Set(folders.flatMap((folder) => (folder === undefined ? [] : [realPath(folder)])))].filter(
    (folder) => folder.startsWith('/') && folder !== '/',
  );
}

const outside = (cwd: string, projectRoot: string): AppError =>
  new AppError(
    'SANDBOX_OUTSIDE',
    `cwd is ${cwd}, which confined code does not see; it sees the project ${projectRoot}. additionalDirectories or sandbox.filesystem.allowRead in the host's settings shows it.`,
  );
