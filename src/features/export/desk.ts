import type { ExportOutcome } from './exporting.ts';
import type { Presence } from './presence.ts';

/** `user`: for all projects of a user. `project`: for one. `package`: a folder that the agent installs itself. */
export type ExportForm = 'user' | 'project' | 'package';

/** An agent that the product can be exported to. */
interface ExportTarget {
  readonly id: string;
  readonly displayName: string;
  /** The agent is on this machine. */
  readonly isFound: boolean;
  /** What a person types in an agent that gets and loses the product by itself; undefined: it needs an export. */
  readonly ownInstaller: { readonly install: string; readonly uninstall: string } | undefined;
}

/** Which export, and where: `folder` stands for the user's home, is the project, or becomes the package. */
export interface ExportRequest {
  readonly platform: string;
  readonly form: ExportForm;
  readonly folder: string;
}

/** What is to be known about one export of one agent. */
export interface ExportState extends ExportRequest, Presence {
  readonly displayName: string;
  readonly isFound: boolean;
  /** Of the missing events those without which it does not do its job. */
  readonly missingRequired: readonly string[];
}

/** Exports to all agents that are known; made in main/, since what is written comes from the descriptors. */
export interface ExportDesk {
  targets(): readonly ExportTarget[];
  /** What would change; nothing is written. */
  preview(request: ExportRequest): ExportOutcome;
  /** @throws AppError EXPORT_FAILED */
  write(request: ExportRequest): ExportOutcome;
  previewUninstall(request: ExportRequest): ExportOutcome;
  /** @throws AppError EXPORT_FAILED */
  uninstall(request: ExportRequest): ExportOutcome;
  /** What a person does after it was written. */
  nextSteps(request: ExportRequest): readonly string[];
  /** Exports of an agent that were written and not taken back; empty where none is remembered. */
  written(platform: string): readonly ExportRequest[];
  /** How far every export is there that was written, that is the user's, or that is one of this project. */
  states(projectRoot: string): readonly ExportState[];
  /** Makes what agents start lead to this version, where it is there. @throws the file system's error */
  refresh(): void;
  /** What agents are told to start is there, and leads to a product that is there. @throws the file system's error */
  isStartable(): boolean;
}
