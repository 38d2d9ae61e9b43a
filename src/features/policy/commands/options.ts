import type { ShellWord } from '../shell/word.ts';

/** How the options of a command are read. */
export interface OptionForm {
  /** Options whose value is the next word, or follows at once: `-n`, `--lines`. */
  readonly values?: readonly string[];
  /** One dash begins a long option, as in find. */
  readonly isLongDash?: boolean;
}

export interface ParsedOptions {
  /** Name as in the form, or as written; value undefined when it has none. */
  readonly options: readonly { readonly name: string; readonly value: ShellWord | undefined }[];
  readonly operands: readonly ShellWord[];
  /** Where in the words the first operand is; their number when there is none. */
  readonly operandAt: number;
}

const part = (word: ShellWord, from: number): ShellWord => ({
  ...word,
  text: word.value.slice(from),
  value: word.value.slice(from),
  path: word.path === undefined ? undefined : cutTemplate(word.path, from),
});

function cutTemplate(path: NonNullable<ShellWord['path']>, from: number): ShellWord['path'] {
  const [first, ...rest] = path;
  return typeof first === 'string' && first.length >= from ? [first.slice(from), ...rest] : undefined;
}

/**
 * Options and operands of a command, name excluded.
 *
 * @param isPrefix operands end the options: what follows belongs to another command
 */
export function parseOptions(
  words: readonly ShellWord[],
  { values = [], isLongDash = false }: OptionForm,
  isPrefix = false,
): ParsedOptions {
  const options: { name: string; value: ShellWord | undefined }[] = [];
  const operands: ShellWord[] = [];
  let operandAt = words.length;
  let isOver = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const { value } = word;
    if (isOver || value === '-' || !value.startsWith('-')) {
      operandAt = Math.min(operandAt, at);
      operands.push(word);
      if (isPrefix) break;
    } else if (value === '--') {
      isOver = true;
    } else if (value.startsWith('--') || isLongDash) {
      const equals = value.indexOf('=');
      const name = equals < 0 ? value : value.slice(0, equals);
      if (equals >= 0) options.push({ name: fullName(name, values), value: part(word, equals + 1) });
      else if (takesValue(name, values)) {
        at += 1;
        options.push({ name: fullName(name, values), value: words[at] });
      } else options.push({ name, value: undefined });
    } else at += readShort(word, words[at + 1], values, options);
  }
  return { options, operands, operandAt };
}

/** GNU programs take a long option by any beginning of it. */
const takesValue = (name: string, values: readonly string[]): boolean =>
  values.includes(name) ||
  (name.length > 3 && name.startsWith('--') && values.some((each) => each.startsWith(name)));

/** The whole name of an option that is written short; the name itself where it is none, or could be several. */
function fullName(name: string, values: readonly string[]): string {
  const found = name.startsWith('--') ? values.filter((each) => each.startsWith(name)) : [];
  return values.includes(name) || found.length !== 1 ? name : (found[0] ?? name);
}

/** `-abc` is `-a -b -c`, unless one of them takes the rest as its value. Returns how many further words it took. */
function readShort(
  word: ShellWord,
  next: ShellWord | undefined,
  values: readonly string[],
  options: { name: string; value: ShellWord | undefined }[],
): number {
  for (let i = 1; i < word.value.length; i += 1) {
    const name = `-${word.value[i]}`;
    if (!values.includes(name)) {
      options.push({ name, value: undefined });
      continue;
    }
    const isLast = i === word.value.length - 1;
    options.push({ name, value: isLast ? next : part(word, i + 1) });
    return isLast ? 1 : 0;
  }
  return 0;
}
