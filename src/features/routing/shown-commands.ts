import type { Command, CommandNode, Pipeline, Redirection, Script, Statement, Word } from 'unbash';
import { parse } from 'unbash';

/** A program whose output would be shown: its name without folders, and its arguments. */
export interface ShownCommand {
  readonly name: string;
  /** Undefined where a word is more than plain text: its value shows only when it runs. */
  readonly args: readonly (string | undefined)[];
}

/** Longer code is not looked at, in characters. */
const CODE_LIMIT = 10_000;
const DEPTH_LIMIT = 8;
/** Programs that run another one; of these, options that take a value. */
const WRAPPERS: Readonly<Record<string, RegExp>> = {
  command: /^$/,
  env: /^-[uCS]$/,
  nice: /^-n$/,
  nohup: /^$/,
  stdbuf: /^-[ioe]$/,
  sudo: /^-[ugpCTh]$/,
  time: /^-[fo]$/,
  timeout: /^-[ks]$/,
};
const SHELLS = /^(?:ba|da|z|k)?sh$/;

const plainText = (word: Word): string | undefined =>
  word.parts?.some(({ type }) => !/^(?:Literal|SingleQuoted|AnsiCQuoted|DoubleQuoted)$/.test(type)) ===
    true || /(?<!\\)[$`]/.test(word.text.replace(/'[^']*'/g, ''))
    ? undefined
    : word.value;

/** Where stdout goes elsewhere than to whoever reads the result. `2>&1` and `2>file` change nothing. */
const leadsAway = (redirects: readonly Redirection[]): boolean =>
  redirects.some(
    (redirect) =>
      redirect.type === 'Redirect' &&
      /^(?:>|>>|>\||&>|&>>)$/.test(redirect.operator) &&
      (redirect.descriptor === undefined ||
        (redirect.descriptor.type === 'FileDescriptor' && redirect.descriptor.value === 1)) &&
      redirect.target?.value !== '/dev/stdout' &&
      redirect.target?.value !== '/dev/tty',
  );

/** The command that a wrapper runs; the same list where it is none. */
function unwrap(words: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const name = words[0]?.replace(/^.*[\\/]/, '') ?? '';
  const takesValue = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (takesValue === undefined) return words;
  let at = 1;
  while (at < words.length) {
    const word = words[at] ?? '';
    if (takesValue.test(word)) at += 2;
    else if (word.startsWith('-') || (name === 'env' && /^\w+=/.test(word))) at += 1;
    else break;
  }
  // `timeout 5 curl`: its first operand is a duration. `command -v curl` only looks a name up.
  if (name === 'timeout') at += 1;
  if (name === 'command' && /^-[vV]/.test(words[1] ?? '')) return [];
  return unwrap(words.slice(at));
}

class Walk {
  readonly found: ShownCommand[] = [];
  private depth = 0;

  code(text: string): void {
    if (text.length > CODE_LIMIT || this.depth >= DEPTH_LIMIT) return;
    this.depth += 1;
    const script = parse(text);
    if (script.errors === undefined || script.errors.length === 0) this.statements(script);
    this.depth -= 1;
  }

  private statements({ commands }: Pick<Script, 'commands'>): void {
    for (const statement of commands) this.statement(statement);
  }

  private statement({ command }: Statement): void {
    if (command.type === 'AndOr') for (const each of command.commands) this.pipeline(each);
    else this.pipeline(command);
  }

  private pipeline(node: CommandNode | Pipeline): void {
    const last = node.type === 'Pipeline' ? node.commands.at(-1) : node;
    if (last !== undefined) this.node(last);
  }

  private node(node: CommandNode): void {
    switch (node.type) {
      case 'Command':
        this.command(node);
        break;
      case 'Redirected':
        if (!leadsAway(node.redirects)) this.node(node.command);
        break;
      case 'Subshell':
      case 'BraceGroup':
      case 'For':
      case 'ArithmeticFor':
      case 'Select':
        this.statements(node.body);
        break;
      case 'While':
        this.statements(node.body);
        break;
      case 'If':
        this.statements(node.then);
        break;
      case 'Case':
        for (const item of node.items) this.statements(item.body);
        break;
      default:
    }
  }

  private command(node: Command): void {
    if (node.name === undefined || leadsAway(node.redirects)) return;
    const words = node.args.map((arg) => (arg.type === 'Word' ? plainText(arg) : arg.text));
    const [first, ...args] = unwrap([plainText(node.name), ...words]);
    const name = first?.replace(/^.*[\\/]/, '').replace(/\.exe$/i, '');
    if (name === undefined || name === '') return;
    const script = SHELLS.test(name)
      ? args[args.findIndex((arg) => /^-\w*c$/.test(arg ?? '')) + 1]
      : undefined;
    if (SHELLS.test(name) && args.some((arg) => /^-\w*c$/.test(arg ?? ''))) this.code(script ?? '');
    else this.found.push({ name, args });
  }
}

/**
 * The programs of a shell text whose output would be shown: in command position, last of their pipe, not sent to a file,
 * not captured. Text that cannot be parsed has none.
 */
export function shownCommands(code: string): readonly ShownCommand[] {
  const walk = new Walk();
  try {
    walk.code(code);
  } catch {
    return [];
  }
  return walk.found;
}
