import type { Word, WordPart } from 'unbash';

/** A word of a command. */
export interface ShellWord {
  /** As written, quotes and all. */
  readonly text: string;
  /** Without quotes; expansions and globs as written. */
  readonly value: string;
  /** The value is what the program will be given. */
  readonly isLiteral: boolean;
  /** It stands for names of files. */
  readonly isGlob: boolean;
  /** Its value is known when it runs only. */
  readonly isExpanded: boolean;
  /** The value with the home and the folder filled in, in the place of `~`, `$HOME` and `$PWD`; undefined when other parts are unknown. */
  readonly path: PathTemplate | undefined;
}

/** Text with holes: `~/x` is home, then `/x`. */
export type PathTemplate = readonly (string | { readonly folder: 'home' | 'cwd' })[];

/** Signs that make more of a word than its letters. */
const SPECIAL = /[\\'"$`*?[\]{}~!=<>()@+]/;

/** A word that the program is given as it is. */
export const literalWord = (value: string): ShellWord => ({
  text: value,
  value,
  isLiteral: true,
  isGlob: false,
  isExpanded: false,
  path: [value],
});

/** What a process substitution is called on Linux; any other number is as good. */
const PIPE = '/dev/fd/63';

interface Build {
  readonly template: (string | { readonly folder: 'home' | 'cwd' })[];
  isGlob: boolean;
  isExpanded: boolean;
  isUnknown: boolean;
}

/** What a word of the parser says, with braces left as they are. */
export function shellWord(word: Word): ShellWord {
  const { text, parts } = word;
  if (!SPECIAL.test(text)) return literalWord(text);
  // The program is given the name of a pipe; what runs at its other end is a command of the script.
  if (parts?.length === 1 && parts[0]?.type === 'ProcessSubstitution')
    return { text, value: word.value, isLiteral: false, isGlob: false, isExpanded: true, path: [PIPE] };
  const build: Build = { template: [], isGlob: false, isExpanded: false, isUnknown: false };
  if (parts === undefined) addLiteral(build, word.value, text);
  else for (const [i, part] of parts.entries()) addPart(build, part, i === 0);
  const isTilde = typeof build.template[0] !== 'string' && text.startsWith('~');
  return {
    text,
    value: word.value,
    isLiteral: !build.isGlob && !build.isExpanded && !isTilde,
    isGlob: build.isGlob,
    isExpanded: build.isExpanded,
    path: build.isUnknown ? undefined : build.template,
  };
}

/** `~` and `~/…` are the home; `~+` is the folder; `~user` is somewhere else. */
function addLiteral(build: Build, value: string, text: string): void {
  if (!text.startsWith('~')) {
    build.template.push(value);
    return;
  }
  if (text === '~+' || text.startsWith('~+/')) build.template.push({ folder: 'cwd' }, value.slice(2));
  else if (text === '~' || text.startsWith('~/')) build.template.push({ folder: 'home' }, value.slice(1));
  else {
    build.isExpanded = true;
    build.isUnknown = true;
  }
}

const FOLDER_VARIABLES: Readonly<Record<string, 'home' | 'cwd'>> = { HOME: 'home', PWD: 'cwd' };

function addPart(build: Build, part: WordPart, isFirst: boolean): void {
  switch (part.type) {
    case 'Literal':
      if (isFirst) addLiteral(build, part.value, part.text);
      else build.template.push(part.value);
      return;
    case 'SingleQuoted':
    case 'AnsiCQuoted': {
      build.template.push(part.value);
      return;
    }
    case 'DoubleQuoted':
    case 'LocaleString':
      for (const child of part.parts) addPart(build, child, false);
      return;
    case 'Glob':
      build.isGlob = true;
      {
        build.template.push(part.text);
        return;
      }
    case 'ExtendedGlob':
      build.isGlob = true;
      build.isUnknown = true;
      return;
    case 'SimpleExpansion':
      addVariable(build, part.text.slice(1));
      return;
    case 'ParameterExpansion':
      addVariable(build, /^\$\{(\w+)\}$/.exec(part.text)?.[1] ?? '');
      return;
    default:
      build.isExpanded = true;
      build.isUnknown = true;
  }
}

function addVariable(build: Build, name: string): void {
  build.isExpanded = true;
  const folder = FOLDER_VARIABLES[name];
  if (folder === undefined) build.isUnknown = true;
  else build.template.push({ folder });
}

/** The template as text. */
export const fillTemplate = (template: PathTemplate, home: string, cwd: string): string =>
  template
    .map((piece) => (typeof piece === 'string' ? piece : piece.folder === 'home' ? home : cwd))
    .join('');
