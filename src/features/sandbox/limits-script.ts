/**
 * Processes and threads of one run together: a build on a large machine has some hundreds. Not for the superuser, whom the
 * kernel exempts; a control group does it there.
 */
export const MAX_TASKS = 2_048;
/** Largest file that confined code can write, in bytes. */
export const MAX_FILE_BYTES = 1024 ** 3;
/** Blocks of `ulimit -f` in a POSIX shell. */
const BLOCK_BYTES = 512;

/** `$1` blocks per file, `$2` tasks, `$3` a descriptor by which the run's control group is joined, or nothing. */
const SCRIPT = `ulimit -c 0
ulimit -f "$1"
ulimit -u "$2" 2>/dev/null || ulimit -p "$2" 2>/dev/null
[ -z "$3" ] || { echo 0 >&"$3"; eval "exec $3>&-"; }
shift 3
exec "$@"`;

/** The command, started by a shell that sets the limits of a confined run first. */
export function limitedCommand(
  command: string,
  args: readonly string[],
  joinFd: number | undefined,
): readonly string[] {
  const blocks = String(MAX_FILE_BYTES / BLOCK_BYTES);
  const join = joinFd === undefined ? '' : String(joinFd);
  return ['/bin/sh', '-c', SCRIPT, 'plimsoll-limits', blocks, String(MAX_TASKS), join, command, ...args];
}
