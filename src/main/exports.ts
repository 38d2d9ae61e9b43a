import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { AppError } from '#core/errors.ts';
import type { ExportDesk, ExportForm, ExportRequest, ExportState } from '#features/export/desk.ts';
import {
  type ExportPlan,
  previewExport,
  previewUninstall,
  uninstallExport,
  writeExport,
} from '#features/export/exporting.ts';
import { presenceOf } from '#features/export/presence.ts';
import { ExportRecords } from '#features/export/record.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import {
  hookCommand,
  installLauncher,
  isLauncherThere,
  type LauncherPlace,
  refreshLauncher,
  removeLauncher,
  serveCommand,
} from '#infra/launcher.ts';
import type { PlatformSetup, SetupFiles } from '#platforms/setup.ts';
import { SETUPS } from '#platforms/setups.ts';
import { VERSION } from './version.ts';

interface DeskPlace {
  readonly env: Environment;
  /** The data folder. */
  readonly home: string;
  /** The user's own folder. */
  readonly userHome: string;
  readonly bundleDir: string;
}

const FORMS: readonly ExportForm[] = ['user', 'project', 'package'];

const ownerOf = ({ platform, form, folder }: ExportRequest): string => `${platform} ${form} ${folder}`;

/** The request that an owner stands for; undefined for what no version of ours wrote. */
function requestOf(owner: string): ExportRequest | undefined {
  const [platform = '', word = '', ...rest] = owner.split(' ');
  const form = FORMS.find((each) => each === word);
  return form === undefined || rest.length === 0 ? undefined : { platform, form, folder: rest.join(' ') };
}

/** @throws AppError for an agent that is not known; commands look before they ask */
function setupOf(platform: string): PlatformSetup {
  const setup = SETUPS.find(({ id }) => id === platform);
  if (setup === undefined) throw new AppError('ARGUMENT_INVALID', `"${platform}" is no agent that is known.`);
  return setup;
}

/** @throws AppError for an agent that installs us by itself */
function filesOf(platform: string): SetupFiles {
  const { files, displayName } = setupOf(platform);
  if (files === undefined) throw new AppError('ARGUMENT_INVALID', `${displayName} needs no export.`);
  return files;
}

function isOnPath(env: Environment, command: string): boolean {
  const folders = (environmentValue(env, 'PATH') ?? '').split(delimiter).filter((folder) => folder !== '');
  const names = process.platform === 'win32' ? [`${command}.exe`, `${command}.cmd`] : [command];
  return folders.some((folder) => names.some((name) => existsSync(join(folder, name))));
}

/** The exports of this machine's user. */
export function createExportDesk({ env, home, userHome, bundleDir }: DeskPlace): ExportDesk {
  const place: LauncherPlace = {
    home,
    isHomeNamed: environmentValue(env, 'PLIMSOLL_HOME') !== undefined,
    bundleDir,
    node: process.execPath,
    platform: process.platform,
  };
  const launcher = {
    serve: serveCommand(place),
    hook: (platform: string, event: string) => hookCommand(place, platform, event),
  };

  function planOf(request: ExportRequest): ExportPlan {
    const { platform, form, folder } = request;
    const setup = filesOf(platform);
    const files = form === 'package' ? setup.packaged : setup.installed;
    const scope = form === 'project' ? 'project' : 'user';
    return { owner: ownerOf(request), files: files({ scope, folder, launcher, version: VERSION }) };
  }

  const isFound = ({ detection }: PlatformSetup): boolean =>
    detection.homeFolders.some((folder) => existsSync(join(userHome, folder))) ||
    detection.commands.some((command) => isOnPath(env, command));

  function written(platform: string): readonly ExportRequest[] {
    return new ExportRecords(home).owners().flatMap((owner) => {
      const request = requestOf(owner);
      return request?.platform === platform ? [request] : [];
    });
  }

  function state(request: ExportRequest): ExportState {
    const setup = setupOf(request.platform);
    const events = filesOf(setup.id).events();
    const presence = presenceOf({ ...planOf(request), platform: setup.id, events });
    return {
      ...request,
      ...presence,
      displayName: setup.displayName,
      isFound: isFound(setup),
      missingRequired: presence.missingEvents.filter((event) => setup.requiredEvents.includes(event)),
    };
  }

  return {
    targets: () =>
      SETUPS.map((setup) => ({
        id: setup.id,
        displayName: setup.displayName,
        isFound: isFound(setup),
        ownInstaller: setup.ownInstaller,
      })),
    preview: (request) => previewExport(planOf(request)),
    write(request) {
      const plan = planOf(request);
      const outlook = previewExport(plan);
      if (outlook.faults.length > 0) return outlook;
      // First, so that no agent ever starts what is not there.
      installLauncher(place);
      return writeExport(home, plan);
    },
    previewUninstall: (request) => previewUninstall(home, planOf(request)),
    uninstall(request) {
      const outcome = uninstallExport(home, planOf(request));
      if (new ExportRecords(home).isEmpty) removeLauncher(home);
      return outcome;
    },
    nextSteps: ({ platform, form }) => filesOf(platform).nextSteps[form],
    written,
    states: (projectRoot) =>
      SETUPS.filter(({ files }) => files !== undefined).flatMap(({ id }) => {
        const usual: readonly ExportRequest[] = [
          { platform: id, form: 'user', folder: userHome },
          { platform: id, form: 'project', folder: projectRoot },
        ];
        const all = new Map([...usual, ...written(id)].map((request) => [ownerOf(request), request]));
        return [...all.values()].map(state);
      }),
    refresh: () => refreshLauncher(place),
    isStartable: () => isLauncherThere(place),
  };
}
