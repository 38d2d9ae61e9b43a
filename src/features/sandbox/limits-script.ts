/**
 * Processes and threads of one run together: a build on a large machine has some hundreds. Not for the superuser, whom the
 * kernel exempts; a control group does it there.
 */
export const MAX_TASKS = 2_048;
/** Largest file that confined code can write, in bytes. */
export const MAX_FILE_BYTES = 1024 ** 3;
/** Blocks of `ulimit -f` in a POSIX shell; bash has larger ones. */
const BLOCK_BYTES = 512;
const BASH_BLOCK_BYTES = 1024;

/** `$1` blocks per file, `$2` tasks, `$3` a descriptor by which the run's control group is joined, or nothing. */
const SCRIPT = `ulimit -c 0
ulimit -f "$1"
ulimit -u "$2" 2>/dev/null || ulimit -p "$2" 2>/dev/null
[ -z "$3" ] || { echo 0 >&"$3"; eval "exec $3>&-"; }
shift 3
exec "$@"`;

const bashScript = (joinFd: number | undefined): string => `unset BASH_ENV
ulimit -c 0
ulimit -f ${MAX_FILE_BYTES / BASH_BLOCK_BYTES}
ulimit -u ${MAX_TASKS} 2>/dev/null
${joinFd === undefined ? '' : `{ echo 0 >&${joinFd}; } 2>/dev/null; exec ${joinFd}>&-`}
`;

export interface LimitedCommand {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The command, so that the limits of a confined run hold for it. Bash reads them from a file before it begins; in front
 * of everything else a shell sets them, which costs a start more.
 * @param write puts a text into the run's private folder and returns the path
 */
export function limitedCommand(
  { command, args }: { readonly command: string; readonly args: readonly string[] },
  joinFd: number | undefined,
  write: (name: string, text: string) => string,
): LimitedCommand {
  if (/\/bash$/.test(command))
    return { command: [command, ...args], env: { BASH_ENV: write('limits.sh', bashScript(joinFd)) } };
  const blocks = String(MAX_FILE_BYTES / BLOCK_BYTES);
  const join = joinFd === undefined ? '' : String(joinFd);
  const shell = ['/bin/sh', '-c', SCRIPT, 'plimsoll-limits', blocks, String(MAX_TASKS), join];
  return { command: [...shell, command, ...args], env: {} };
}
