/** In front of a brace, where the template would begin a value of ours. */
const dollar = '$';

/**
 * The guard: a small POSIX shell that outlives a server that is killed, and ends what that one had started. It learns
 * over stdin what to look after, one line each, and begins when stdin ends.
 *
 * | line | meaning |
 * | --- | --- |
 * | `+ <pid>`, `- <pid>` | a child and its group began, ended |
 * | `t <tag>` | start of the tags of all runs of this server |
 * | `s <path>` | start of the names of its temporary folders |
 * | `p <path> …` | make pipes of these names, and say `made` |
 * | `d <path>` | a folder that is to be removed at the end, if it is empty then |
 *
 * `$1` is the mark (see process-guard); empty: none. `ulimit -w` is dash's and busybox's way of setting it for itself,
 * `-x` bash's: a guard that bears the mark of the server around this one would be ended as part of that one's run.
 * After `ready` the script says whether the server bears the mark now.
 */
export const GUARD_SCRIPT = `
trap '' HUP INT TERM PIPE
mark=$1 marked=no groups= tag= scratch= folders=
if [ -n "$mark" ] && prlimit --pid "$PPID" "--locks=$mark:$mark" 2>/dev/null; then
  marked=yes
  ulimit -w "$mark" 2>/dev/null || ulimit -x "$mark" 2>/dev/null
fi
echo "ready $marked"
exec 2>/dev/null
while read -r verb value; do
  case $verb in
    +) groups="$groups $value " ;;
    -) groups="${dollar}{groups%% $value *} ${dollar}{groups#* $value }" ;;
    t) tag=$value ;;
    s) scratch=$value ;;
    p) mkfifo -m 600 $value; echo made ;;
    d) folders="$folders$value
" ;;
  esac
done
exec >/dev/null
find_left() {
  [ -r /proc/self/limits ] || return 0
  [ "$marked" = yes ] && grep -ls "^Max file locks  *[0-9]*  *$mark " /proc/[0-9]*/limits
  [ -n "$tag" ] && grep -ls "PLIMSOLL_RUN=$tag" /proc/[0-9]*/environ
}
round=0
while [ "$round" -lt 200 ]; do
  left=no
  for group in $groups; do kill -9 "-$group"; done
  for file in $(find_left); do
    pid=${dollar}{file#/proc/}
    pid=${dollar}{pid%%/*}
    [ "$pid" = "$$" ] && continue
    case $(cat "/proc/$pid/stat") in *') Z '* | *') X '*) continue ;; esac
    kill -9 "$pid" && left=yes
  done
  [ "$left" = no ] && [ "$round" -gt 1 ] && break
  round=$((round + 1))
  sleep 0.01
done
if [ -n "$scratch" ]; then rm -rf -- "$scratch"*; fi
printf '%s' "$folders" | while IFS= read -r folder; do rmdir -- "$folder"; done
`;
