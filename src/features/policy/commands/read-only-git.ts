import type { ShellWord } from '../shell/word.ts';

/** Options in front of the subcommand that change only how the answer looks. */
const GLOBAL = new Set([
  '--no-pager',
  '-P',
  '--no-optional-locks',
  '--literal-pathspecs',
  '--no-replace-objects',
]);

/** Subcommands that only look. */
const ALWAYS = new Set([
  'status',
  'log',
  'diff',
  'show',
  'blame',
  'annotate',
  'shortlog',
  'rev-parse',
  'rev-list',
  'ls-files',
  'ls-tree',
  'cat-file',
  'describe',
  'name-rev',
  'merge-base',
  'for-each-ref',
  'count-objects',
  'whatchanged',
  'diff-tree',
  'show-ref',
  'grep',
  'cherry',
  'range-diff',
]);

/** Options that write a file or run a program. */
const ACTIVE_OPTION =
  /^(?:--output\b|--ext-diff|--textconv|--filters|--contents|--open-files-in-pager|-O|--exec|--upload-pack|--paginate)/;

/** git takes a long option by any beginning that no other one has. */
const ACTIVE_NAMES = [
  '--output',
  '--ext-diff',
  '--textconv',
  '--filters',
  '--contents',
  '--open-files-in-pager',
  '--exec',
];
const isShortenedActive = (value: string): boolean => {
  const name = value.split('=', 1)[0] ?? '';
  return name.length > 3 && name.startsWith('--') && ACTIVE_NAMES.some((active) => active.startsWith(name));
};

/** Subcommands that only look in these forms. */
const LOOKS: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  branch: (words) =>
    words.every((word) =>
      /^(?:-[avrl]+|-vv|--list|--all|--remotes|--show-current|--no-color|--color(?:=\w+)?|--sort=[\w:-]+|--format=[^`]*|--(?:no-)?(?:merged|contains))$/.test(
        word,
      ),
    ),
  tag: (words) =>
    words.length === 0 ||
    (/^(?:-l|--list)$/.test(words[0] ?? '') &&
      !words.some((word) => /^(?:-[adfsmFu]|--(?:delete|force|annotate|sign))/.test(word))),
  remote: (words) =>
    words.length === 0 || /^(?:-v|--verbose)$/.test(words.join(' ')) || words[0] === 'get-url',
  stash: (words) => words[0] === 'list' || words[0] === 'show',
  reflog: (words) => words.length === 0 || words[0] === 'show',
  worktree: (words) => words[0] === 'list',
  config: (words) => /^(?:--list|-l|--get|--get-all|--get-regexp|get|list)$/.test(words[0] ?? ''),
};

/** Whether this call of git looks only. A word that is known only when it runs could be an option: not then. */
export function isReadOnlyGit(words: readonly ShellWord[]): boolean {
  let at = 1;
  while (GLOBAL.has(words[at]?.value ?? '')) at += 1;
  const rest = words.slice(at);
  if (rest.some((word) => !word.isLiteral)) return false;
  const [subcommand = '', ...values] = rest.map(({ value }) => value);
  const end = values.indexOf('--');
  const options = end < 0 ? values : values.slice(0, end);
  if (options.some((value) => ACTIVE_OPTION.test(value) || isShortenedActive(value))) return false;
  // `-nO'program'`: a letter among others, with the program behind it.
  if (subcommand === 'grep' && options.some((value) => /^-[^-]*O/.test(value))) return false;
  if (ALWAYS.has(subcommand)) return true;
  return LOOKS[subcommand]?.(values) === true;
}
