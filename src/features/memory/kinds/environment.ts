import type { SessionFact } from '#core/session-fact.ts';
import type { FactExtractor } from '../extractor.ts';
import { type ShellPart, shellParts } from '../shell-parts.ts';
import { toolCall } from '../tool-call.ts';

/** Words by which package managers add something; one stands among the first words of a line. */
const ADDS: ReadonlySet<string> = new Set([
  'i',
  'install',
  'add',
  'ci',
  'get',
  'require',
  'sync',
  'deps.get',
  'create-env',
]);
const LOOKED_AT = 4;
/** Programs whose `add` and `get` are of another sort. */
const NO_MANAGERS =
  /^(?:git|hg|svn|gh|glab|kubectl|helm|docker|podman|echo|printf|curl|wget|http|aws|gcloud|az|ssh-add|crontab|chmod|test|grep|rg|find)$/;

/** Programs that choose a version or an environment. */
const CHOOSES =
  /^(?:(?:nvm|fnm|n|volta|asdf|mise|pyenv|rbenv|jenv|sdk|rustup|conda|mamba|direnv|nix) (?:use|local|global|install|shell|pin|activate|default|override|allow|develop|set)\b|(?:source|\.) \S*activate\b|python3? -m venv\b|virtualenv )/;
/** A variable of PowerShell. */
const POWERSHELL = /^\$env:([A-Za-z_]\w*)\s*=/;
/** Commands whose name says it all. */
const SETS_UP =
  /^(?:install-(?:module|package|script)|corepack (?:enable|prepare|use)|swift package (?:resolve|update)|docker[ -]compose up|podman-compose up|r -e "install|julia -e .*\bPkg\.add)/i;
const ASSIGNED = /^([A-Za-z_]\w*)=/;

const fact = (state: string, key: string, text: string): SessionFact => ({
  kind: 'environment',
  state,
  key,
  text,
});

function told({ words, text }: ShellPart): SessionFact[] {
  const [program = '', ...rest] = words;
  const shell = POWERSHELL.exec(text)?.[1];
  if (shell !== undefined) return [fact('export', shell, text)];
  const line = program === 'sudo' ? text.replace(/^sudo\s+/, '') : text;
  if (program === 'export' || program === 'set' || program === 'setx') {
    const name = ASSIGNED.exec(rest[0] ?? '')?.[1];
    return name === undefined ? [] : [fact('export', name, text)];
  }
  if (program === 'cd' && rest[0] !== undefined && rest[0] !== '-') return [fact('cd', 'cd', text)];
  if (SETS_UP.test(line)) return [fact('install', line, line)];
  if (CHOOSES.test(line)) return [fact('use', line.split(' ', 1)[0] ?? line, line)];
  const isAdding = words.slice(1, LOOKED_AT).some((word) => ADDS.has(word)) && !NO_MANAGERS.test(program);
  return isAdding ? [fact('install', line, line)] : [];
}

/** What was set up around the work: variables, versions, virtual environments, packages, the folder. */
export const environment: FactExtractor = {
  priority: 2,
  extract(event) {
    if (event.name === 'folder_changed' && event.cwd !== '') return [fact('cd', 'cd', `cd ${event.cwd}`)];
    const call = toolCall(event);
    return call?.command === undefined || !call.ok ? [] : shellParts(call.command).flatMap(told);
  },
};
