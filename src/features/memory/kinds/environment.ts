import type { SessionFact } from '#core/session-fact.ts';
import type { FactExtractor } from '../extractor.ts';
import { type ShellPart, shellParts } from '../shell-parts.ts';
import { toolCall } from '../tool-call.ts';

/** Programs that add packages, and the words by which they do it. */
const INSTALLS =
  /^(?:(?:npm|pnpm|yarn|bun) (?:i|install|add|ci)|(?:python3? -m )?pip3? install|uv (?:add|pip install|sync)|poetry (?:add|install)|pipenv install|conda (?:install|create)|mamba install|cargo (?:add|install)|go (?:get|install)|gem install|bundle (?:add|install)|composer require|dotnet add|apt(?:-get)? install|apk add|brew install|dnf install|yum install|mvn dependency|rustup \S+|corepack \S+|deno add|mix deps\.get|swift package)(?=\s|$)/;
/** Programs that choose a version or an environment. */
const CHOOSES =
  /^(?:(?:nvm|fnm|n|volta|asdf|mise|pyenv|rbenv|jenv|sdk|rustup|conda|mamba|direnv|nix) (?:use|local|global|install|shell|pin|activate|default|override|allow|develop|set)\b|(?:source|\.) \S*activate\b|python3? -m venv\b|virtualenv )/;
const ASSIGNED = /^([A-Za-z_]\w*)=/;

const fact = (state: string, key: string, text: string): SessionFact => ({
  kind: 'environment',
  state,
  key,
  text,
});

function told({ words, text }: ShellPart): SessionFact[] {
  const [program = '', ...rest] = words;
  const line = program === 'sudo' ? text.replace(/^sudo\s+/, '') : text;
  if (program === 'export' || program === 'set' || program === 'setx') {
    const name = ASSIGNED.exec(rest[0] ?? '')?.[1];
    return name === undefined ? [] : [fact('export', name, text)];
  }
  if (program === 'cd' && rest[0] !== undefined && rest[0] !== '-') return [fact('cd', 'cd', text)];
  if (CHOOSES.test(line)) return [fact('use', line.split(' ', 1)[0] ?? line, line)];
  return INSTALLS.test(line) ? [fact('install', line, line)] : [];
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
