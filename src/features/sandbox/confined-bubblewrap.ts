import { openSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command, ConfinedRun, PreparedCommand, RunConfinement } from '#core/confine.ts';
import { createTaskLimit, type TaskLimit } from '#infra/process/task-limit.ts';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import type { DoorStart } from './domains/behind-door.ts';
import { changedGitFiles, type GitLook } from './git-watch.ts';
import { limitedCommand, MAX_TASKS } from './limits-script.ts';
import type { SandboxProfile } from './profile.ts';
import { type lookAtLinks, putLinksBack } from './protected-links.ts';
import { endNotes, gitNote, linksNote } from './run-notes.ts';
import { sandboxEnvironment } from './sandbox-environment.ts';

export interface BubblewrapOptions {
  readonly program: string;
  readonly profile: SandboxProfile;
  readonly cwd: string;
  readonly code: string;
  readonly scratch: string;
  readonly projectRoot: string;
  /** Handed on beside the usual ones, and never. */
  readonly variables: readonly string[];
  readonly hiddenVariables: readonly string[];
  /** Open file with the filter of system calls; undefined: none. */
  readonly filterFd: number | undefined;
  readonly giveUpPlaceholders: () => void;
  readonly gitBefore: GitLook;
  readonly linksBefore: ReturnType<typeof lookAtLinks>;
  /** The way to the allowed domains; undefined: no network. */
  readonly door: DoorStart | undefined;
  /** What code is told of that way. */
  readonly doorEnvironment: Readonly<Record<string, string>>;
  /** Said before everything else. */
  readonly firstNotes: readonly string[];
}

/** First descriptor that a child gets beside stdin, stdout and stderr. */
const FIRST_FD = 3;

/** One run, all of its commands, in bubblewrap. */
export class ConfinedBubblewrap implements ConfinedRun {
  readonly start: RunConfinement;
  private readonly options: BubblewrapOptions;
  private readonly limits: TaskLimit[] = [];
  private steps = 0;

  constructor(options: BubblewrapOptions) {
    this.options = options;
    this.start = { name: 'bwrap', notes: options.firstNotes };
  }

  prepare(launch: Omit<Command, 'env'>, base: Command['env'], own: Command['env']): PreparedCommand {
    const { program, profile, cwd, scratch, variables, hiddenVariables, filterFd } = this.options;
    const { door, doorEnvironment } = this.options;
    this.steps += 1;
    const descriptors: number[] = [];
    const hand = (fd: number): number => FIRST_FD + descriptors.push(fd) - 1;
    const seccompFd = filterFd === undefined ? undefined : hand(openSync(`/proc/self/fd/${filterFd}`, 'r'));
    const limit = createTaskLimit(`plimsoll-${basename(scratch)}-${this.steps}`, MAX_TASKS);
    if (limit !== undefined) this.limits.push(limit);
    const joinFd = limit === undefined ? undefined : hand(limit.joinFd);
    const write = (name: string, text: string): string => {
      const file = join(scratch, name);
      writeFileSync(file, text, { mode: 0o600 });
      return file;
    };
    const limited = limitedCommand(launch, joinFd, write);
    return {
      command: program,
      args: [...bubblewrapArguments(profile, { cwd, seccompFd, door }), ...limited.command],
      env: {
        ...sandboxEnvironment(base, variables, hiddenVariables),
        ...doorEnvironment,
        ...own,
        ...limited.env,
      },
      descriptors,
      folders: profile.placeholders,
    };
  }

  end(exitCode: number | null): RunConfinement {
    const { giveUpPlaceholders, gitBefore, linksBefore, projectRoot, code } = this.options;
    giveUpPlaceholders();
    for (const limit of this.limits) limit.release();
    const changed = [
      linksNote(putLinksBack(linksBefore), projectRoot),
      gitNote(changedGitFiles(gitBefore, projectRoot), projectRoot),
    ].filter(Boolean);
    const { name, notes } = this.start;
    return { name, notes: [...notes, ...changed, ...endNotes(exitCode, code)] };
  }
}
