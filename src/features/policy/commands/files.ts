import type { ShellWord } from '../shell/word.ts';
import { baseName } from './command-name.ts';
import type { FileForm } from './file-form.ts';
import { FILE_FORMS } from './file-forms.ts';
import { parseOptions } from './options.ts';

/** Files in the words of a command. */
export interface CommandFiles {
  readonly reads: readonly ShellWord[];
  readonly edits: readonly ShellWord[];
  /** Words that may be files besides: parts of options, `name@file`. Only rules that forbid or ask look at them. */
  readonly maybe: readonly ShellWord[];
  /** It goes through the folders among them and reads what is in there. */
  readonly walks: boolean;
}

/** The files that a command names; undefined for one that is not known to take files. */
export function filesOf(words: readonly ShellWord[], platform: NodeJS.Platform): CommandFiles | undefined {
  const name = baseName(words[0], platform);
  if (name === 'git') return gitFiles(words.slice(1));
  const form = FILE_FORMS[name];
  if (form === undefined) return undefined;
  const args = words.slice(1);
  if (name === 'find') return { ...NO_FILES, reads: findStarts(args) };
  if (name === 'dd') return ddFiles(args);
  return byForm(form, name === 'tar' ? tarArguments(args) : args);
}

const NO_FILES: CommandFiles = { reads: [], edits: [], maybe: [], walks: false };
const here: ShellWord = {
  text: '.',
  value: '.',
  isLiteral: true,
  isGlob: false,
  isExpanded: false,
  path: ['.'],
};

function byForm(form: FileForm, args: readonly ShellWord[]): CommandFiles {
  const values = [...(form.values ?? []), ...(form.reads ?? []), ...(form.writes ?? [])];
  const { options, operands } = parseOptions(args, { values });
  const has = (names: readonly string[] | undefined): boolean =>
    options.some(({ name }) => names?.includes(name) === true);
  const valuesOf = (names: readonly string[] | undefined) =>
    options.flatMap(({ name, value }) =>
      names?.includes(name) === true && value !== undefined ? [value] : [],
    );
  const skip = has(form.unless) ? 0 : (form.skip ?? 0);
  const hasFiles = form.operands !== 'none' && form.operands !== 'maybe';
  const named = hasFiles ? operands.slice(skip) : [];
  const walks = form.walks === true || has(form.walks);
  const isHere = form.isHereByDefault === true || (form.isHereByDefault === 'walking' && walks);
  const files = named.length === 0 && isHere ? [here] : named;
  const isEdit = form.operands === 'edit' || has(form.editsWith);
  // With `-t folder` the last operand is no target.
  const cut =
    form.operands === 'read-then-edit' && files.length > 1 && !has(form.writes)
      ? files.length - 1
      : files.length;
  return {
    reads: [...(isEdit ? [] : files.slice(0, cut)), ...valuesOf(form.reads)],
    edits: [...(isEdit ? files : files.slice(cut)), ...valuesOf(form.writes)],
    maybe: [...(form.operands === 'maybe' ? operands : []), ...args.flatMap(partsOfWord)],
    walks,
  };
}

/** File names inside a word: `--file=x`, `f=@x`, `-fx`, `HEAD:x`. */
function partsOfWord(word: ShellWord): readonly ShellWord[] {
  const { value } = word;
  const starts = [value.indexOf('='), value.lastIndexOf('='), value.lastIndexOf('@'), value.indexOf(':')];
  const cuts = [...new Set(starts.filter((at) => at >= 0).map((at) => at + 1))];
  if (/^-[A-Za-z][^-]/.test(value)) cuts.push(2);
  if (value.startsWith('@')) cuts.push(1);
  const whole = cuts.map((at) => value.slice(at));
  // `source=a,target=b` of a mount, `a:b` of a volume, `file:a,rdonly`.
  const inLists = [value, ...value.split(','), ...whole].flatMap((text) => {
    const [head = ''] = text.slice(text.lastIndexOf('=') + 1).split(/[:,]/);
    return head === text ? [] : [head, ...text.split(/[:,]/).slice(1, 2)];
  });
  const parts = new Set([...whole, ...inLists]);
  return [...parts].flatMap((rest) =>
    rest === '' ? [] : [{ ...word, text: rest, value: rest, path: word.isLiteral ? [rest] : undefined }],
  );
}

function findStarts(args: readonly ShellWord[]): readonly ShellWord[] {
  const rest = args.slice(args.findIndex(({ value }) => !/^-[HLPDO]/.test(value)));
  const end = rest.findIndex(({ value }) => /^[-(!]/.test(value));
  const starts = end < 0 ? rest : rest.slice(0, end);
  return starts.length === 0 ? [here] : starts;
}

function ddFiles(args: readonly ShellWord[]): CommandFiles {
  const of = (prefix: string) => args.filter(({ value }) => value.startsWith(prefix)).flatMap(partsOfWord);
  return { ...NO_FILES, reads: of('if='), edits: of('of=') };
}

/** `tar cf x y` is `tar -c -f x y`. */
function tarArguments(args: readonly ShellWord[]): readonly ShellWord[] {
  const [first, ...rest] = args;
  if (first === undefined || first.value.startsWith('-')) return args;
  const dashed = `-${first.value}`;
  return [{ ...first, text: dashed, value: dashed, path: [dashed] }, ...rest];
}

const GIT_READERS = new Set([
  'diff',
  'show',
  'blame',
  'log',
  'cat-file',
  'annotate',
  'add',
  'hash-object',
  'grep',
]);
const GIT_EDITORS = new Set(['rm', 'mv', 'restore', 'checkout', 'stash']);

function gitFiles(args: readonly ShellWord[]): CommandFiles {
  const { operands } = parseOptions(args, { values: ['-c', '-C', '--git-dir', '--work-tree'] });
  const [subcommand, ...rest] = operands;
  const name = subcommand?.value ?? '';
  const maybe = rest.flatMap((word) => [word, ...partsOfWord(word)]);
  const isOutside = rest.length > 0 && args.some(({ value }) => value === '--no-index');
  // Two paths of which one lies outside of the repository are compared as files, without an option that says so.
  const outer = rest.filter(({ value }) => /^(?:\/|~|\.\.(?:\/|$))/.test(value));
  if (GIT_READERS.has(name)) return { ...NO_FILES, reads: isOutside ? rest : outer, maybe };
  return GIT_EDITORS.has(name) ? { ...NO_FILES, maybe } : NO_FILES;
}
