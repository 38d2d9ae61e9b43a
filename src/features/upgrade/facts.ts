/** How this copy of plimsoll came onto the machine: by that it is brought up to date. */
export type Installation =
  /** By an agent's plugin manager; the agent's name for the plugin. */
  | { readonly kind: 'plugin'; readonly plugin: string; readonly marketplace: string }
  | { readonly kind: 'npm'; readonly isGlobal: boolean; readonly folder: string }
  /** A clone, at this absolute folder. */
  | { readonly kind: 'git'; readonly folder: string }
  /** Files in a folder, of which nobody knows where they came from. */
  | { readonly kind: 'folder'; readonly folder: string };

/** A server that runs now. */
export interface RunningServer {
  readonly pid: number;
  /** The bundle that it was started from. */
  readonly bundle: string;
  /** `current`: it runs what lies on disk as this version. `older`: the file changed since, or is another version's, or is gone. */
  readonly state: 'current' | 'older';
}

/** One store, by its schema. */
export interface StoreFact {
  readonly path: string;
  readonly version: number;
  readonly latest: number;
  /** Why it could not be looked at; then both versions are 0. */
  readonly trouble?: string;
}

/** A file that was generated for another agent. */
export interface ConfigFact {
  readonly name: string;
  readonly file: string;
  readonly isCurrent: boolean;
}

/** What is installed, what runs, and what the data is: all that an upgrade is about. */
export interface UpgradeFacts {
  readonly version: string;
  /** Folder of the bundles of this version. */
  readonly bundleDir: string;
  readonly installation: Installation;
  /** What the agent has installed; empty when it has no plugin of ours. */
  readonly installed: readonly { readonly version: string; readonly path: string }[];
  /** The version that the marketplace had when the agent last fetched it; undefined: not known. */
  readonly offered: string | undefined;
  readonly servers: readonly RunningServer[];
  readonly stores: readonly StoreFact[];
  readonly configs: readonly ConfigFact[];
  /** How this program is started on a command line, such as `node "/x/dist/cli.mjs"`. */
  readonly program: string;
}

/** A store that was brought to this version's form, or the reason why it was not. */
export interface MigratedStore {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly backup?: string;
  readonly trouble?: string;
}
