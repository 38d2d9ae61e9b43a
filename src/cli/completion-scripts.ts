import type { Command } from './command.ts';

/** A name that can be completed: a command, and the options its help names. */
export interface Completable {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly string[];
}

/** The options of a command are those that its help speaks of; so none can be forgotten here. */
export const completableOf = ({
  name,
  summary,
  usage,
}: Pick<Command, 'name' | 'summary' | 'usage'>): Completable => ({
  name,
  summary,
  options: [...new Set([...(usage.match(/--[a-z][a-z-]*/g) ?? []), '--help'])],
});

const SINGLE_QUOTE = /'/g;

function bash(commands: readonly Completable[]): string {
  const cases = commands.map(({ name, options }) => `    ${name}) words="${options.join(' ')}" ;;`);
  return `_plimsoll() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_CWORD}:\${COMP_WORDS[1]}" in
    1:*) words="${commands.map(({ name }) => name).join(' ')} --help --version" ;;
    *) case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _plimsoll plimsoll`;
}

function zsh(commands: readonly Completable[]): string {
  const list = commands.map(
    ({ name, summary }) => `    '${name}:${summary.replace(SINGLE_QUOTE, "'\\''").replace(/:/g, '\\:')}'`,
  );
  const cases = commands.map(({ name, options }) => `    ${name}) compadd -- ${options.join(' ')} ;;`);
  return `#compdef plimsoll
_plimsoll() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
  _files
}
compdef _plimsoll plimsoll`;
}

function fish(commands: readonly Completable[]): string {
  return commands
    .flatMap(({ name, summary, options }) => [
      `complete -c plimsoll -n __fish_use_subcommand -f -a ${name} -d '${summary.replace(SINGLE_QUOTE, "\\'")}'`,
      ...options.map(
        (option) => `complete -c plimsoll -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
      ),
    ])
    .join('\n');
}

/** A script for each shell that is known. */
export const COMPLETION_SCRIPTS: Readonly<Record<string, (commands: readonly Completable[]) => string>> = {
  bash,
  zsh,
  fish,
};
