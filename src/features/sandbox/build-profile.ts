import { basename, dirname, join } from 'node:path';
import type { HostSandbox } from '#core/host-sandbox.ts';
import { CREDENTIALS_IN_HOME, CREDENTIALS_OF_SYSTEM } from './credential-paths.ts';
import { hostPath } from './host-path.ts';
import { pinnedFolders } from './pinned-folders.ts';
import { isWithin, type Look, type Mount, type SandboxProfile } from './profile.ts';
import {
  PROTECTED_IF_THERE,
  PROTECTED_IN_GIT,
  PROTECTED_IN_HOME,
  PROTECTED_NAMES,
} from './protected-paths.ts';
import { GIT_SETTINGS, SYSTEM_PATHS, TOOLCHAINS_IN_HOME } from './readable-paths.ts';

/** Where a run happens. All paths absolute and without links. */
export interface SandboxPlace {
  readonly projectRoot: string;
  /** Folders beside the project that count as inside. */
  readonly additionalDirectories: readonly string[];
  /** Folders of users: the one of this process first. */
  readonly homes: readonly string[];
  /** Our own data directory: neither read nor written. */
  readonly dataHome: string;
  /** The run's own folder, inside the data directory or not. */
  readonly scratch: string;
  /** Folders of PATH, in order. */
  readonly programFolders: readonly string[];
  /** Git folders that belong to the project: its own, those of repositories inside it, the shared one of a work tree. */
  readonly gitFolders: readonly string[];
  /** What rules forbid and is there, as it is named: no patterns. */
  readonly denied?: { readonly read: readonly string[]; readonly write: readonly string[] };
  /** Started as the superuser, to whom file modes mean little. */
  readonly isSuperuser: boolean;
}

export interface ProfileWorld {
  readonly look: Look;
  /** A folder with nothing in it. */
  readonly isEmpty: (path: string) => boolean;
  /** Target of a link, as written. */
  readonly linkTarget: (path: string) => string;
  /** The path without links; the path itself where nothing lies. */
  readonly realPath: (path: string) => string;
}

/** Where everybody may write: confined code gets its own. */
const TEMPORARY = '/tmp';
/** A folder of programs often hangs in the folder of the whole installation. */
const PROGRAM_FOLDER = /^(?:s?bin|shims|\.bin)$/;
/** Too much hangs in these for one program's sake. */
const SHARED_PARENT = /^(?:\.local|\.config|\.cache)$/;

/** Decides what a confined run sees, see docs/security.md. */
export class ProfileBuilder {
  private readonly mounts: Mount[] = [];
  private readonly placeholders: string[] = [];
  private readonly place: SandboxPlace;
  private readonly host: HostSandbox;
  private readonly world: ProfileWorld;

  constructor(place: SandboxPlace, host: HostSandbox, world: ProfileWorld) {
    this.place = place;
    this.host = host;
    this.world = world;
  }

  build(): SandboxProfile {
    if (this.host.isFilesystemOpen === true) {
      this.add('writable', '/');
      this.hostDenials();
      this.ruleDenials();
    } else this.confineFiles();
    this.hideCredentials();
    this.hideOwnData();
    return { mounts: this.mounts, placeholders: this.placeholders, hasNetwork: false };
  }

  private confineFiles(): void {
    this.system();
    this.temporary();
    this.toolchains();
    this.writable();
    this.hostDenials();
    this.ruleDenials();
    this.git();
    for (const folder of this.ownFolders()) this.protect(folder);
  }

  private add(kind: Exclude<Mount['kind'], 'link'>, path: string): void {
    this.mounts.push({ kind, path });
  }

  private addIfThere(kind: 'readable' | 'writable', path: string): void {
    const kindThere = this.world.look(path);
    if (kindThere === undefined) return;
    const real = this.world.realPath(path);
    if (kindThere !== 'link' || this.world.look(real) !== undefined) this.add(kind, real);
  }

  /** True when something that was mounted shows what lies at the path. */
  private isShown(path: string): boolean {
    const top = this.mounts.findLast((mount) => isWithin(path, mount.path));
    return top?.kind === 'readable' || top?.kind === 'writable';
  }

  /** `kept`: what is to be reached inside the folder all the same. */
  private hide(path: string, kept: readonly string[] = []): void {
    // By a link in it a mount would lie elsewhere, or nowhere.
    const real = this.world.realPath(path);
    if (!this.isShown(real)) return;
    const kind = this.world.look(real);
    const isPassed = kept.some((one) => one !== real && isWithin(one, real));
    if (kind === 'file') this.add('hidden-file', real);
    else if (kind === 'folder' && !this.world.isEmpty(real))
      this.add(isPassed ? 'empty' : 'hidden-folder', real);
  }

  private paths(list: readonly string[]): readonly string[] {
    const { projectRoot, homes } = this.place;
    return list.flatMap((text) => hostPath(text, projectRoot, homes[0] ?? '/') ?? []);
  }

  private ownFolders(): readonly string[] {
    const { projectRoot, additionalDirectories } = this.place;
    return [projectRoot, ...additionalDirectories].filter((folder) => folder !== '/');
  }

  private system(): void {
    for (const path of SYSTEM_PATHS) {
      const kind = this.world.look(path);
      if (kind === 'link') this.mounts.push({ kind: 'link', path, target: this.world.linkTarget(path) });
      else if (kind !== undefined && !this.world.isEmpty(path)) this.add('readable', path);
    }
  }

  /** What lies in it beside the run's own places must not be writable only because the folder is. */
  private temporary(): void {
    this.add('temporary', TEMPORARY);
    this.mounts.push({ kind: 'link', path: '/var/tmp', target: TEMPORARY });
    this.add('folder', '/run');
    const { homes, dataHome } = this.place;
    const shields = [...this.ownFolders(), ...homes, dataHome].flatMap((path) => {
      const [next] = isWithin(path, TEMPORARY) ? path.slice(TEMPORARY.length + 1).split('/') : [];
      return next ? [join(TEMPORARY, next)] : [];
    });
    for (const shield of new Set(shields)) this.add('empty', shield);
    for (const home of homes) if (!shields.some((shield) => isWithin(home, shield))) this.add('folder', home);
  }

  private toolchains(): void {
    const { homes, programFolders, dataHome } = this.place;
    const [home] = homes;
    // Every mount costs a fifth of a millisecond: what the programs of other users need hangs in PATH.
    if (home !== undefined)
      for (const name of [...TOOLCHAINS_IN_HOME, ...GIT_SETTINGS])
        this.addIfThere('readable', join(home, name));
    const secret = homes.flatMap((folder) => CREDENTIALS_IN_HOME.map((name) => join(folder, name)));
    const keepOut = [...homes, ...this.ownFolders(), dataHome, TEMPORARY];
    const folders = programFolders
      .filter((folder) => this.world.look(folder) !== undefined)
      .flatMap((folder) => [installation(folder), folder])
      .map((folder) => this.world.realPath(folder))
      // The outer ones first: most of the others lie in them.
      .sort((one, other) => one.length - other.length);
    for (const path of folders) {
      if (this.isShown(path) || keepOut.some((one) => isWithin(one, path))) continue;
      if (secret.some((one) => isWithin(path, one))) continue;
      if (this.world.look(path) === 'folder') this.add('readable', path);
    }
    for (const path of this.paths(this.host.allowRead)) this.addIfThere('readable', path);
  }

  private writable(): void {
    for (const path of [...this.ownFolders(), ...this.paths(this.host.allowWrite)])
      if (path !== '/') this.addIfThere('writable', path);
  }

  private hostDenials(): void {
    const allowed = this.paths(this.host.allowRead);
    for (const path of this.paths(this.host.denyRead)) this.hide(path, allowed);
    for (const denied of this.paths(this.host.denyRead))
      for (const path of allowed)
        if (path !== denied && isWithin(path, denied)) this.addIfThere('readable', path);
    for (const path of this.paths(this.host.denyWrite)) this.keepUnwritten(path);
  }

  private ruleDenials(): void {
    const { read, write } = this.place.denied ?? { read: [], write: [] };
    const paths = [...read, ...write].map((path) => this.world.realPath(path));
    for (const folder of pinnedFolders(paths, this.ownFolders(), this.mounts)) this.add('writable', folder);
    for (const path of read) this.hide(path);
    for (const path of write) this.keepUnwritten(path);
  }

  private keepUnwritten(path: string): void {
    const real = this.world.realPath(path);
    if (this.isShown(real)) this.addIfThere('readable', real);
  }

  /** Over itself, so that it cannot be moved away from below what is protected in it. */
  private git(): void {
    for (const folder of this.place.gitFolders) {
      if (this.world.look(folder) !== 'folder') {
        this.addIfThere('readable', folder);
        continue;
      }
      this.add('writable', folder);
      const hooks = join(folder, PROTECTED_IN_GIT.hooks);
      this.keepAsItIs(hooks);
      for (const name of PROTECTED_IN_GIT.files) this.addIfThere('readable', join(folder, name));
    }
  }

  private protect(folder: string): void {
    for (const name of PROTECTED_NAMES) this.keepAsItIs(join(folder, name));
    const isHome = this.place.homes.includes(folder);
    for (const name of PROTECTED_IN_HOME)
      if (isHome || this.world.look(join(folder, name)) === 'file') this.keepAsItIs(join(folder, name));
    for (const name of PROTECTED_IF_THERE) this.keepUnwritten(join(folder, name));
  }

  private keepAsItIs(path: string): void {
    const kind = this.world.look(path);
    if (kind === undefined) {
      this.placeholders.push(path);
      this.add('closed', path);
      return;
    }
    // A link may lead to what is not shown; a hostile repository would show it by that.
    const real = this.world.realPath(path);
    if (this.isShown(real)) this.addIfThere('readable', real);
  }

  private hideCredentials(): void {
    for (const home of this.place.homes)
      for (const name of CREDENTIALS_IN_HOME) {
        const path = join(home, name);
        // A project may lie inside the host's own folder, as work trees do.
        if (!isWithin(this.place.projectRoot, path)) this.hide(path);
      }
    if (this.place.isSuperuser) for (const path of CREDENTIALS_OF_SYSTEM) this.hide(path);
  }

  private hideOwnData(): void {
    const { dataHome, scratch } = this.place;
    this.hide(dataHome, [scratch]);
    this.add('writable', scratch);
  }
}

/** The folder of the whole installation that a folder of programs belongs to; the folder itself where that is not plain. */
function installation(folder: string): string {
  const parent = dirname(folder);
  const isWhole = PROGRAM_FOLDER.test(basename(folder)) && !SHARED_PARENT.test(basename(parent));
  return isWhole && dirname(parent) !== '/' ? parent : folder;
}
