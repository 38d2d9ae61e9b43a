/** A small generator of pseudo-random numbers, so that a failing script can be made again. */
export function randomSource(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Pick = (below: number) => number;
type Form = (inner: string, n: number) => string;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const doubled = (text: string): string => `"${text.replace(/[\\"$`]/g, '\\$&')}"`;
const ticked = (text: string): string => `\`${text.replace(/[\\`]/g, '\\$&')}\``;
/** A heredoc needs its own lines. */
const isOneLine = (text: string): boolean => !text.includes('\n');

/** Ways to write the name of a program that all mean the same. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `'${name}'`,
  (name) => `"${name}"`,
  (name) => `\\${name}`,
  (name) => `${name[0]}''${name.slice(1)}`,
  (name) => `${name[0]}"${name.slice(1)}"`,
  (name) => `${name[0]}\\\n${name.slice(1)}`,
  (name) => `$'\\x${name.charCodeAt(0).toString(16)}${name.slice(1)}'`,
  (name) => `$'${name[0]}\\${name.charCodeAt(1).toString(8)}${name.slice(2)}'`,
  (name) => `$"${name}"`,
  (name) => `{${name},arg}`,
];

/** Scripts that run the inner one, whatever it is. */
const FORMS: readonly Form[] = [
  (inner) => `${inner}`,
  (inner) => `( ${inner} )`,
  (inner) => `{ ${inner}\n}`,
  (inner) => `echo "$(${inner}\n)"`,
  (inner) => `echo $( ${inner}\n)`,
  (inner) => `x=$(${inner}\n)`,
  (inner) => `echo \${unset_name:-$(${inner}\n)}`,
  (inner) => `echo "\${unset_name:=$(${inner}\n)}"`,
  (inner) => `echo $((1 + 0$(${inner}\n)))`,
  (inner) => `cat <(${inner}\n) >/dev/null`,
  (inner) => `cat <<< "$(${inner}\n)"`,
  (inner, n) => `cat <<E${n}\n$(${inner}\n)\nE${n}`,
  (inner, n) => `cat <<-"E${n}"\n$(not run)\nE${n}\n${inner}`,
  (inner, n) => `f${n}() { ${inner}\n}; f${n}`,
  (inner, n) => `function g${n} { ${inner}\n}\ng${n} arg`,
  (inner) => `if true; then ${inner}\nfi`,
  (inner) => `if false; then :; elif true; then ${inner}\nelse :; fi`,
  (inner) => `if ${inner}\nthen :; fi`,
  (inner) => `for i in 1 2; do ${inner}\ndone`,
  (inner) => `for ((i=0;i<1;i++)); do ${inner}\ndone`,
  (inner) => `i=0; while [ $i -lt 1 ]; do i=1; ${inner}\ndone`,
  (inner) => `until ${inner}\ntrue; do :; done`,
  (inner) => `case a in b) :;; a) ${inner}\n;; esac`,
  (inner) => `case $(${inner}\n) in *) :;; esac`,
  (inner) => `true && { ${inner}\n}`,
  (inner) => `false || { ${inner}\n}`,
  (inner) => `! { ${inner}\n}`,
  (inner) => `time { ${inner}\n}`,
  (inner) => `echo a | { cat; ${inner}\n}`,
  (inner) => `{ ${inner}\n} 2>&1 | cat`,
  (inner) => `{ ${inner}\n} & wait`,
  (inner) => `coproc { ${inner}\n}; wait`,
  (inner) => `[[ -n $(${inner}\n) ]] || true`,
  (inner) => `a=(1 $(${inner}\n) 2)`,
  (inner) => `declare -A m=([k]=$(${inner}\n))`,
  (inner) => `>/dev/null ${isOneLine(inner) && /^\w/.test(inner) ? inner : `cat <(${inner}\n)`}`,
  (inner) => `echo a # comment \\\n${inner}`,
  (inner) => `echo 'it is; not this' "nor; this" ; ${inner}`,
  (inner) => `eval ${quoted(inner)}`,
  (inner) => `eval ${doubled(inner)}`,
  (inner) => `bash -c ${quoted(inner)}`,
  (inner) => `bash -ec ${quoted(inner)}`,
  (inner) => `bash --norc -c ${doubled(inner)}`,
  (inner) => `bash <<< ${quoted(inner)}`,
  (inner, n) => `bash <<'E${n}'\n${inner}\nE${n}`,
  (inner) => `trap ${quoted(inner)} EXIT; (trap - EXIT); true`,
  (inner) => `env bash -c ${quoted(inner)}`,
  (inner) => `env -S 'bash -c' ${quoted(inner)}`,
  (inner) => `echo ${isOneLine(inner) ? ticked(inner) : `$(${inner}\n)`}`,
  (inner) => `find . -maxdepth 0 -exec bash -c ${quoted(inner)} \\;`,
  (inner) => `echo x | xargs -n1 bash -c ${quoted(inner)}`,
  (inner) => `command eval ${quoted(inner)}`,
  (inner) => `timeout -k 1 5 bash -c ${quoted(inner)}`,
  (inner) => `nice -n 1 bash -c ${quoted(inner)}`,
];

/** Prefixes in front of a plain command. */
const PREFIXES = [
  '',
  'A=1 ',
  'A=1 B="2 3" ',
  'command ',
  'env ',
  'env -i PATH="$PATH" ',
  'env -u A C=1 ',
  'timeout 5 ',
  'timeout -s KILL 5 ',
  'nohup ',
  'nice ',
  'nice -n 3 ',
  'stdbuf -o0 ',
  'setsid -w ',
  'exec ',
  '2>/dev/null ',
  'time ',
  '! ',
  'xargs </dev/null ',
  'ionice -c 3 ',
  'command -p env PATH="$PATH" ',
];

/** A script that runs some of these programs inside random wrappings, each called with a few plain words. */
export function randomScript(pick: Pick, names: readonly string[]): string {
  const of = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  let counter = 0;
  const command = (): string => {
    const prefix = of(PREFIXES);
    // A prefix of the shell takes names as they are written, one of another program the word that it is given.
    const spell = of(SPELLINGS);
    return `${prefix}${spell(of(names))} x${pick(9)}`;
  };
  const build = (depth: number): string => {
    counter += 1;
    const number = counter;
    const first = depth === 0 ? command() : of(FORMS)(build(depth - 1), number);
    return pick(3) === 0 ? `${first}\n${command()}` : first;
  };
  return build(1 + pick(3));
}
