import { literalWord, type ShellWord } from '../shell/word.ts';
import { baseName } from './command-name.ts';
import { parseOptions } from './options.ts';
import { scriptsInGit, scriptsInOptions } from './script-options.ts';
import { readsInput, type Unwrapped, unwrapShell } from './unwrap-shell.ts';
import { OTHER_WRAPPERS, PLAIN_WRAPPERS, SHELLS, type Wrapper } from './wrappers.ts';

const NONE: Unwrapped = { commands: [], scripts: [] };
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/** What the wrapper that these words begin with runs; the words behind its name. */
function unwrapBy(wrapper: Wrapper, words: readonly ShellWord[]): Unwrapped {
  const rest = words.slice(1);
  const { options, operandAt } = parseOptions(rest, wrapper, true);
  if (wrapper.idle?.some((idle) => options.some(({ name }) => name === idle)) === true) return NONE;
  const inOptions = scriptsIn(wrapper, options);
  if (inOptions.length > 0 || (wrapper.skip ?? 0) > 9) {
    // `su root -c 'x'`: an option behind the operand.
    const later = parseOptions(rest, wrapper).options;
    return { commands: [], scripts: inOptions.length > 0 ? inOptions : scriptsIn(wrapper, later) };
  }
  const split = options.find(({ name }) => wrapper.splits?.includes(name) === true)?.value;
  const all = [...(split === undefined ? [] : splitWords(split)), ...rest.slice(operandAt)];
  if (wrapper.subcommand !== undefined) return unwrapSubcommand(wrapper, all);
  let at = wrapper.skip ?? 0;
  if (wrapper.takesAssignments === true) while (ASSIGNMENT.test(all[at]?.value ?? '')) at += 1;
  const command = all.slice(at);
  const [first] = command;
  if (first === undefined) return NONE;
  // flock takes its options behind the file, too.
  if (wrapper.scripts !== undefined && first.value.startsWith('-'))
    return { commands: [], scripts: scriptsIn(wrapper, parseOptions(command, wrapper).options) };
  if (wrapper.joins === true) {
    const [script] = joinedScript(command);
    return { commands: command.length > 1 ? [command] : [], scripts: script === undefined ? [] : [script] };
  }
  return { commands: [command], scripts: [] };
}

/** `poetry run x`, `direnv exec folder x`, `nix develop -c x`. */
function unwrapSubcommand(wrapper: Wrapper, words: readonly ShellWord[]): Unwrapped {
  if (wrapper.subcommand?.includes(words[0]?.value ?? '') !== true) return NONE;
  const rest = words.slice(wrapper.skip ?? 1);
  const behind = rest.findIndex(({ value }) => wrapper.behind?.includes(value) === true);
  if (wrapper.behind !== undefined && behind < 0) return NONE;
  const command = rest.slice(behind < 0 ? parseOptions(rest, wrapper, true).operandAt : behind + 1);
  return { commands: command.length > 0 ? [command] : [], scripts: [] };
}

const scriptsIn = (wrapper: Wrapper, options: readonly { name: string; value: ShellWord | undefined }[]) =>
  options.flatMap(({ name, value }) =>
    wrapper.scripts?.includes(name) === true && value !== undefined ? [value] : [],
  );

/** The words that `env -S` makes of a text. */
const splitWords = ({ value, isLiteral }: ShellWord): readonly ShellWord[] =>
  [...value.matchAll(/(?:[^\s'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+/g)].map(([text]) => ({
    ...literalWord(text.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\([\s\S])/g, '$1$2$3')),
    isLiteral,
  }));

/** Words that a command joins with blanks and has run by a shell. */
function joinedScript(words: readonly ShellWord[]): readonly ShellWord[] {
  const isLiteral = words.every((word) => word.isLiteral);
  const joined = literalWord(words.map(({ value }) => value).join(' '));
  return words.length === 0 ? [] : [{ ...joined, isLiteral, isExpanded: !isLiteral }];
}

const EXEC_OPTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** What `find` runs for what it finds. */
function unwrapFind(words: readonly ShellWord[]): Unwrapped {
  const commands: ShellWord[][] = [];
  for (let at = 0; at < words.length; at += 1) {
    if (!EXEC_OPTIONS.has(words[at]?.value ?? '')) continue;
    const command: ShellWord[] = [];
    for (at += 1; at < words.length; at += 1) {
      const word = words[at];
      if (word === undefined || word.value === ';' || (word.value === '+' && command.at(-1)?.value === '{}'))
        break;
      command.push(word);
    }
    if (command.length > 0) commands.push(command);
  }
  return { commands, scripts: [] };
}

/** What fd runs for what it finds. */
function unwrapFd(words: readonly ShellWord[]): Unwrapped {
  const at = words.findIndex(({ value }) => /^(?:-[xX]|--exec(?:-batch)?)$/.test(value));
  const command = at < 0 ? [] : words.slice(at + 1);
  return { commands: command.length > 0 ? [command] : [], scripts: [] };
}

/** What git is told to run by its arguments. */
function unwrapGit(words: readonly ShellWord[]): Unwrapped {
  const scripts: ShellWord[] = [];
  const commands: ShellWord[][] = [];
  words.forEach((word, i) => {
    const alias = /^alias\.[^=]+=!(.*)$/s.exec(word.value)?.[1];
    if (alias !== undefined && words[i - 1]?.value === '-c') scripts.push(literalWord(alias));
    const exec = /^--(?:exec|tree-filter|index-filter|msg-filter|env-filter)=(.*)$/s.exec(word.value)?.[1];
    if (exec !== undefined) scripts.push(literalWord(exec));
    const next = words[i + 1];
    if (/^(?:-x|--exec|--(?:tree|index|msg|env)-filter)$/.test(word.value) && next !== undefined)
      scripts.push(next);
    if (word.value === 'foreach' && words[i - 1]?.value === 'submodule')
      scripts.push(
        ...joinedScript(words.slice(i + 1).filter(({ value }) => !/^--?(?:recursive|quiet|q)$/.test(value))),
      );
    if (word.value === 'run' && words[i - 1]?.value === 'bisect') commands.push(words.slice(i + 1));
  });
  scripts.push(...scriptsInGit(words));
  return { commands: commands.filter((command) => command.length > 0), scripts };
}

const TMUX_VALUES = ['-c', '-e', '-F', '-f', '-L', '-n', '-S', '-s', '-t', '-x', '-y'];

/** What tmux starts in a window, or types into one. */
function unwrapTmux(words: readonly ShellWord[]): Unwrapped {
  const [, ...rest] = parseOptions(words.slice(1), { values: TMUX_VALUES }).operands;
  return { commands: [], scripts: [...rest, ...(rest.length > 1 ? joinedScript(rest) : [])] };
}

/** What `start-stop-daemon` starts: the value of an option, with what stands behind `--`. */
function unwrapDaemon(words: readonly ShellWord[]): Unwrapped {
  const end = words.findIndex(({ value }) => value === '--');
  const args = end < 0 ? [] : words.slice(end + 1);
  const programs = words.flatMap(({ value }, at) => {
    const next = words[at + 1];
    const [, given] = /^--(?:exec|startas)=(.*)$/s.exec(value) ?? [];
    if (given !== undefined) return [literalWord(given)];
    return /^(?:-x|--exec|-a|--startas)$/.test(value) && next !== undefined ? [next] : [];
  });
  return { commands: programs.map((program) => [program, ...args]), scripts: [] };
}

/**
 * What a command runs in its turn, as far as its words say: the command behind `sudo`, the script of `bash -c`. For rules
 * that forbid or ask only; what it does not know it leaves out.
 */
export function unwrap(
  words: readonly ShellWord[],
  input: ShellWord | undefined,
  platform: NodeJS.Platform,
): Unwrapped {
  const name = baseName(words[0], platform);
  const inner = unwrapNamed(name, words, input);
  const scripts = scriptsInOptions(name, words);
  return scripts.length === 0 ? inner : { ...inner, scripts: [...inner.scripts, ...scripts] };
}

function unwrapNamed(name: string, words: readonly ShellWord[], input: ShellWord | undefined): Unwrapped {
  if (SHELLS.has(name)) return unwrapShell(words, input);
  switch (name) {
    case 'eval':
      return { commands: [], scripts: joinedScript(words.slice(words[1]?.value === '--' ? 2 : 1)) };
    case 'at':
    case 'batch':
      return { commands: [], scripts: input === undefined ? [] : [input] };
    case 'source':
    case '.':
      return /^\/dev\/(?:stdin|fd\/0)$/.test(words[1]?.value ?? '') ? readsInput(input) : NONE;
    case 'trap': {
      const rest = words.slice(1).filter(({ value }) => value !== '--');
      return { commands: [], scripts: rest.length > 1 ? rest.slice(0, 1) : [] };
    }
    case 'alias':
      return {
        commands: [],
        scripts: words.slice(1).flatMap(({ value }) => {
          const equals = value.indexOf('=');
          return equals < 0 ? [] : [literalWord(value.slice(equals + 1))];
        }),
      };
    case 'tmux':
      return unwrapTmux(words);
    case 'start-stop-daemon':
      return unwrapDaemon(words);
    case 'capsh': {
      // What stands behind is handed to bash.
      const end = words.findIndex(({ value }) => value === '--');
      return end < 0 ? NONE : unwrapShell([literalWord('bash'), ...words.slice(end + 1)], input);
    }
    case 'runuser':
      // Without `-u` it is written as su is.
      if (!words.some(({ value }) => /^(?:-u|--user)/.test(value)))
        return unwrapBy(OTHER_WRAPPERS.su ?? {}, words);
      break;
    case 'find':
    case 'gfind':
      return unwrapFind(words);
    case 'fd':
    case 'fdfind':
      return unwrapFd(words);
    case 'git':
      return unwrapGit(words);
    default:
  }
  // bash reads `time -f x` as its own word and a command `-f`; other shells run the program.
  if (name.startsWith('-')) return unwrapBy(PLAIN_WRAPPERS.time ?? {}, [literalWord('time'), ...words]);
  if (/^ld(?:-linux[-\w]*)?[-.\d\w]*\.so/.test(name))
    return unwrapBy({ values: ['--library-path', '--preload'] }, words);
  const wrapper = PLAIN_WRAPPERS[name] ?? OTHER_WRAPPERS[name];
  return wrapper === undefined ? NONE : unwrapBy(wrapper, words);
}
