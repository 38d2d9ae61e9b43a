import { literalWord, type ShellWord } from '../shell/word.ts';
import { parseOptions } from './options.ts';

/** Options whose value is a command line that the program has run. */
const SCRIPT_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  tar: ['-I', '--use-compress-program', '--to-command', '--info-script', '-F', '--new-volume-script'],
  rsync: ['-e', '--rsh'],
  man: ['-P', '--pager'],
  zip: ['-TT', '--unzip-command'],
  split: ['--filter'],
  sort: ['--compress-program'],
  rg: ['--pre', '--hostname-bin'],
  nc: ['-e', '-c'],
  ncat: ['-e', '--exec', '-c', '--sh-exec'],
  netcat: ['-e', '-c'],
  mapfile: ['-C'],
  readarray: ['-C'],
  complete: ['-C'],
  compgen: ['-C'],
  wget: ['--use-askpass'],
  nodemon: ['-x', '--exec'],
  'nix-shell': ['--run', '--command'],
  npx: ['-c', '--call'],
  npm: ['-c', '--call'],
  expect: ['-c'],
};
/** `name=command` in the value of `-o`: of ssh and what is built on it. */
const SSH = new Set(['ssh', 'scp', 'sftp']);
const SSH_COMMAND = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand|PermitLocalCommand)[= ](.*)$/is;
/** Settings of git that hold a command line. */
const GIT_COMMAND =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy)|sequence\.editor|pager\.[^=]+|diff\.external|diff\.[^=]+\.(?:command|textconv)|(?:difftool|mergetool|browser|man)\.[^=]+\.(?:cmd|path)|merge\.[^=]+\.driver|filter\.[^=]+\.(?:clean|smudge|process)|credential(?:\.[^=]+)?\.helper|gpg(?:\.[^=]+)?\.program|interactive\.difffilter|uploadpack\.packobjectshook|alias\.[^=]+)$/i;
/** Variables that programs take for a command line. */
const COMMAND_VARIABLE =
  /^(?:GIT_(?:PAGER|EDITOR|SEQUENCE_EDITOR|SSH|SSH_COMMAND|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|SSH_ASKPASS|SUDO_ASKPASS|EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|PROMPT_COMMAND|LESSOPEN|LESSCLOSE|RSYNC_RSH|CVS_RSH|TAR_OPTIONS)$/;

/** A text, or what stands behind the mark that says that a shell runs it. */
const scriptOf = (text: string): ShellWord => literalWord(text.replace(/^\s*[!|]+-?/, ''));

/** What an argument of these programs holds that are written in ways of their own; `next` is the argument behind it. */
function ownForm(name: string, value: string, next: string | undefined): string | undefined {
  if (SSH.has(name)) {
    const given = value === '-o' ? next : /^-o(.+)$/s.exec(value)?.[1];
    return given === undefined ? undefined : SSH_COMMAND.exec(given.trim())?.[1];
  }
  if (name === 'socat') return /^(?:exec|system):(.*)$/is.exec(value)?.[1];
  if (name === 'tar') return /^--checkpoint-action=exec=(.*)$/s.exec(value)?.[1];
  return name === 'zip' && value === '-TT' ? next : undefined;
}

/** Command lines in the options of a command, for rules that forbid or ask. */
export function scriptsInOptions(name: string, words: readonly ShellWord[]): readonly ShellWord[] {
  const args = words.slice(1);
  const names = SCRIPT_OPTIONS[name] ?? [];
  const options = names.length === 0 ? [] : parseOptions(args, { values: names }).options;
  const found = options.flatMap((option) =>
    names.includes(option.name) && option.value !== undefined ? [option.value.value] : [],
  );
  const own = args.flatMap(({ value }, at) => ownForm(name, value, args[at + 1]?.value) ?? []);
  return [...found, ...own].map(scriptOf);
}

/** The same for git, whose settings may hold command lines. */
export function scriptsInGit(words: readonly ShellWord[]): readonly ShellWord[] {
  const found: string[] = [];
  for (const [at, { value }] of words.entries()) {
    const next = words[at + 1]?.value;
    const setting = value === '-c' ? next : /^-c(.+)$/s.exec(value)?.[1];
    const [, key = '', text = ''] = /^([^=]+)=(.*)$/s.exec(setting ?? '') ?? [];
    // An alias without a mark is a command of git itself.
    if (GIT_COMMAND.test(key) && (!/^alias\./i.test(key) || text.startsWith('!'))) found.push(text);
    if (GIT_COMMAND.test(value) && next !== undefined && (!/^alias\./i.test(value) || next.startsWith('!')))
      found.push(next);
    found.push(
      ...(/^(?:--open-files-in-pager|--extcmd|--upload-pack|--receive-pack)=(.*)$/s.exec(value)?.slice(1) ??
        []),
    );
    if (words.some((word) => word.value === 'grep')) found.push(...(/^-O(.+)$/s.exec(value)?.slice(1) ?? []));
    if (/^(?:-x|--extcmd)$/.test(value) && next !== undefined) found.push(next);
  }
  return found.map(scriptOf);
}

/** The command line in an assignment, where programs take the variable for one; undefined for others. */
export function scriptInVariable(name: string, text: string): ShellWord | undefined {
  if (!COMMAND_VARIABLE.test(name)) return undefined;
  const value = text.slice(text.indexOf('=') + 1);
  const quoted = /^(?:'([^']*)'|"((?:[^"\\]|\\.)*)")$/s.exec(value);
  return scriptOf(quoted?.[1] ?? quoted?.[2] ?? value);
}
