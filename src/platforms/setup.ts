import type { ForeignFile } from '#core/export/foreign-file.ts';

/** Where facts about an agent come from. */
interface Provenance {
  /** Versions of the client that the facts hold for. */
  readonly versions: readonly string[];
  /** Month in which they were last looked at, YYYY-MM. */
  readonly date: string;
  /** `run`: seen in runs of the real client. `documented`: read in documentation and packages, never run by us. */
  readonly proof: 'run' | 'documented';
  readonly link: string;
}

/** Where an export goes, and how the agent is to start us. */
export interface SetupPlace {
  readonly scope: 'user' | 'project';
  /** Folder that stands for the user's home or for the project; absolute. */
  readonly folder: string;
  readonly launcher: Launcher;
  /** The product's version. */
  readonly version: string;
}

/** How the product is started from a place that no update changes. */
interface Launcher {
  /** Program and arguments that start the MCP server, without a shell. */
  readonly serve: readonly [string, ...string[]];
  /** The command line that answers one hook, for a shell. Where the product is gone, it ends with 0 and says nothing. */
  readonly hook: (platform: string, event: string) => string;
}

/** Everything that is needed to set the product up in an agent, and to say how far it goes there. Not part of any hook. */
export interface PlatformSetup {
  readonly id: string;
  readonly displayName: string;
  readonly provenance: Provenance;
  /** Signs that the agent is on this machine: folders below the user's home, commands on the PATH. */
  readonly detection: { readonly homeFolders: readonly string[]; readonly commands: readonly string[] };
  /** Native events without which the product does not do its job there; the others are a warning where they are missing. */
  readonly requiredEvents: readonly string[];
  /** What happens at compaction, in a line. */
  readonly compaction: string;
  /** From where the size of the context is known, in a line. */
  readonly contextSource: string;
  /** What makes the agent refuse a call because a hook went wrong; empty: it goes on whatever happens. */
  readonly failsClosedOn: readonly string[];
  /** Traps, a sentence each; they stand in the documentation. */
  readonly cautions: readonly string[];
  /** What a person types where the agent installs us by itself, and to take us out again; undefined: it does not. */
  readonly ownInstaller: { readonly install: string; readonly uninstall: string } | undefined;
  /** What an export writes; undefined for an agent that installs us by itself. */
  readonly files: SetupFiles | undefined;
}

/** What an export consists of. Pure: the same place gives the same files. */
export interface SetupFiles {
  /** Native events for which it sets a hook up: those of the descriptor. */
  readonly events: () => readonly string[];
  /** Edits of the agent's own files, and files of ours beside them. */
  readonly installed: (place: SetupPlace) => readonly ForeignFile[];
  /** The same as a folder for the agent's own installer; paths below the folder. */
  readonly packaged: (place: SetupPlace) => readonly ForeignFile[];
  /** What a person does after an export, a step each. */
  readonly nextSteps: Readonly<Record<'user' | 'project' | 'package', readonly string[]>>;
}
