import { openSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command, ConfinedRun, PreparedCommand, RunConfinement } from '#core/confine.ts';
import { createTaskLimit, type TaskLimit } from '#infra/process/task-limit.ts';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import { changedGitFiles, type GitState } from './git-watch.ts';
import { limitedCommand, MAX_TASKS } from './limits-script.ts';
import type { SandboxProfile } from './profile.ts';
import { endNotes, gitNote } from './run-notes.ts';
import { sandboxEnvironment } from './sandbox-environment.ts';

export interface BubblewrapOptions {
  readonly program: string;
  readonly profile: SandboxProfile;
  readonly cwd: string;
  readonly code: string;
  readonly scratch: string;
  readonly projectRoot: string;
  readonly variables: readonly string[];
  /** For system calls; undefined: none. */
  readonly filter: Uint8Array | undefined;
  readonly giveUpPlaceholders: () => void;
  readonly gitBefore: GitState;
  /** Said before everything else. */
  readonly firstNotes: readonly string[];
}

/** First descriptor that a child gets beside stdin, stdout and stderr. */
const FIRST_FD = 3;

/** These bytes as an open file that has no name any more: confined code cannot change what the next command gets. */
function openBytes(file: string, bytes: Uint8Array): number {
  rmSync(file, { force: true, recursive: true });
  writeFileSync(file, bytes, { mode: 0o600, flag: 'wx' });
  const fd = openSync(file, 'r');
  rmSync(file);
  return fd;
}

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
    const { program, profile, cwd, scratch, variables, filter } = this.options;
    this.steps += 1;
    const descriptors: number[] = [];
    const hand = (fd: number): number => FIRST_FD + descriptors.push(fd) - 1;
    const seccompFd = filter === undefined ? undefined : hand(openBytes(join(scratch, 'filter'), filter));
    const limit = createTaskLimit(`plimsoll-${basename(scratch)}-${this.steps}`, MAX_TASKS);
    if (limit !== undefined) this.limits.push(limit);
    const joinFd = limit === undefined ? undefined : hand(limit.joinFd);
    return {
      command: program,
      args: [
        ...bubblewrapArguments(profile, { cwd, seccompFd }),
        ...limitedCommand(launch.command, launch.args, joinFd),
      ],
      env: { ...sandboxEnvironment(base, variables), ...own },
      descriptors,
    };
  }

  end(exitCode: number | null): RunConfinement {
    const { giveUpPlaceholders, gitBefore, projectRoot, code } = this.options;
    giveUpPlaceholders();
    for (const limit of this.limits) limit.release();
    const changed = gitNote(changedGitFiles(gitBefore, projectRoot), projectRoot);
    const { name, notes } = this.start;
    return { name, notes: [...notes, ...(changed === '' ? [] : [changed]), ...endNotes(exitCode, code)] };
  }
}
