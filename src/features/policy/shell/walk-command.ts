import type { Assignment, Command, Redirection, Word } from 'unbash';
import { expandBraces } from './braces.ts';
import type { Findings, FoundAssignment } from './findings.ts';
import { foldersAfter, isFolderChange } from './folder-state.ts';
import { hasFalseBlank } from './odd-characters.ts';
import type { Walk, WalkState } from './walk.ts';
import { walkAssignment, walkWord } from './walk-word.ts';
import { literalWord, type ShellWord, shellWord } from './word.ts';

/** Builtins that give variables values which the text does not show. */
const READERS = new Set(['read', 'mapfile', 'readarray', 'getopts', 'printf']);
/** Builtins that evaluate the subscript of a name, quoted or not. */
const SUBSCRIPT_READERS = new Set([
  ...READERS,
  'test',
  '[',
  'unset',
  'declare',
  'typeset',
  'local',
  'export',
  'readonly',
  'let',
  'wait',
]);
const SUBSCRIPT = /^(?:-v)?[A-Za-z_]\w*\[(?!\d+\]|[@*]\])/;

/** A simple command: its words, what runs in them, and what it reads and writes by redirection. */
export function walkCommand(node: Command, walk: Walk, state: WalkState): void {
  const { found } = walk;
  const assignments: FoundAssignment[] = [];
  for (const each of node.prefix) {
    if (each.type !== 'Assignment') continue;
    walkAssignment(each, walk, state);
    assignments.push({ name: each.name, text: each.text });
  }
  const { redirects } = node;
  const input = redirects.length === 0 ? undefined : walkRedirects(redirects, walk, state);
  if (node.name === undefined) {
    found.lasting.push(...assignments);
    return;
  }
  const written: readonly (Word | Assignment)[] = [node.name, ...node.args];
  const words: ShellWord[] = [];
  for (const each of written) {
    if (each.type === 'Word') {
      walkWord(each, walk, state);
      addWords(each, words, found);
    } else {
      walkAssignment(each, walk, state);
      found.lasting.push({ name: each.name, text: each.text });
      words.push(assignedWord(each));
    }
  }
  noteWords(words, walk);
  const { text, offsets } = commandText(written, redirects, walk.source);
  const { isFed, folders } = state;
  const { isIndirect } = walk;
  const isCall = found.functions.has(words[0]?.text ?? '');
  found.commands.push({ text, offsets, words, assignments, folders, input, isFed, isCall, isIndirect });
  if (isFolderChange(words)) found.folderChanges += 1;
  state.folders = foldersAfter(words, state.folders, walk.home);
}

/** An assignment as an argument, of `alias` or `declare`: what it is given, without its quotes. */
function assignedWord({ text, value }: Assignment): ShellWord {
  const given = value.type === 'ArrayValue' ? text : `${text.slice(0, text.indexOf('=') + 1)}${value.value}`;
  return { ...literalWord(given), text };
}

/** Adds a word, or the words that bash makes of the braces in it. */
function addWords(word: Word, words: ShellWord[], found: Findings): void {
  if (word.text.includes('{')) words.push(...bracedWords(word, found));
  else words.push(shellWord(word));
}

/** The words that bash makes of the braces in this one. */
function bracedWords(word: Word, found: Findings): readonly ShellWord[] {
  const isBraced =
    word.text.includes('{') && word.parts?.some(({ type }) => type === 'BraceExpansion') === true;
  if (!isBraced) return [shellWord(word)];
  const texts = /[\\'"$`]/.test(word.text) ? undefined : expandBraces(word.text);
  if (texts !== undefined && !/[*?[~]/.test(word.text)) return texts.map(literalWord);
  if (texts === undefined) found.hidden.push('braces stand for words that cannot be told');
  return texts?.map((text) => bracedWord(text, word)) ?? [shellWord(word)];
}

/** One of the words that braces stand for. Its tilde is replaced afterwards, so it is the home here, too. */
function bracedWord(text: string, word: Word): ShellWord {
  const isHome = text === '~' || text.startsWith('~/');
  const isUnknown = text.startsWith('~') && !isHome;
  const path = isUnknown ? undefined : isHome ? [{ folder: 'home' as const }, text.slice(1)] : [text];
  return { ...shellWord(word), text, value: text, path, isLiteral: false, isGlob: /[*?[]/.test(text) };
}

function noteWords(words: readonly ShellWord[], { found }: Walk): void {
  const name = words[0]?.value ?? '';
  const last = words.at(-1);
  for (const { text } of words) {
    if (hasFalseBlank(text)) found.unclear.push('it has a blank that only looks like one');
    if (/^=[A-Za-z]/.test(text)) found.hidden.push(`"${text}" names a program in another shell`);
  }
  if (READERS.has(name)) found.hasRichValue = true;
  if (name === 'let') {
    found.isCalculating = true;
    found.calculatedWith.add(undefined);
  }
  if (asksForVariable(name, words)) found.hidden.push('bash evaluates the subscript of a variable');
  if (!SUBSCRIPT_READERS.has(name)) return;
  if (words.some((word) => word !== last && SUBSCRIPT.test(word.value)) || SUBSCRIPT.test(last?.value ?? ''))
    found.hidden.push('bash evaluates the subscript of a variable');
}

/** `test -v "$x"`: the name of the variable shows only when it runs, and may hold a subscript. */
const asksForVariable = (name: string, words: readonly ShellWord[]): boolean =>
  (name === 'test' || name === '[' || name === 'printf') &&
  words.some(({ value }, at) => /^-[vR]$/.test(value) && words[at + 1]?.isExpanded === true);

/** The words as written; where a redirection stands between two, one blank. */
function commandText(
  words: readonly (Word | Assignment)[],
  redirects: readonly Redirection[],
  source: string,
): { text: string; offsets: readonly number[] } {
  const first = words[0]?.pos ?? 0;
  const last = words.at(-1)?.end ?? first;
  if (!redirects.some(({ pos }) => pos > first && pos < last))
    return { text: source.slice(first, last), offsets: words.map(({ pos }) => pos - first) };
  let text = '';
  const offsets: number[] = [];
  words.forEach((word, i) => {
    const before = words[i - 1];
    if (before !== undefined) {
      const isCut = redirects.some(({ pos }) => pos >= before.end && pos < word.pos);
      text += isCut ? ' ' : source.slice(before.end, word.pos);
    }
    offsets.push(text.length);
    text += word.text;
  });
  return { text, offsets };
}

/** Notes files behind `<` and `>`; the text that comes in from a heredoc or a here-string, when there is one. */
export function walkRedirects(
  redirects: readonly Redirection[],
  walk: Walk,
  state: WalkState,
): ShellWord | undefined {
  let input: ShellWord | undefined;
  for (const redirect of redirects) {
    switch (redirect.type) {
      case 'HereString':
        if (redirect.target === undefined) break;
        walkWord(redirect.target, walk, state);
        input = shellWord(redirect.target);
        break;
      case 'HereDoc': {
        const { body, delimiter } = redirect;
        const pseudo: Word = {
          type: 'Word',
          text: body.text,
          value: body.text,
          pos: body.pos,
          end: body.end,
          parts: body.parts,
        };
        if (delimiter?.quoted !== true) walkWord(pseudo, walk, state, { isPattern: true });
        const isExpanded = delimiter?.quoted !== true && /[$`]/.test(body.text);
        input = { ...literalWord(body.text), isLiteral: !isExpanded, isExpanded };
        break;
      }
      case 'Redirect':
        noteRedirect(redirect.operator, redirect.target, walk, state);
        break;
      default:
        redirect satisfies never;
    }
  }
  return input;
}

function noteRedirect(operator: string, target: Word | undefined, walk: Walk, state: WalkState): void {
  if (target === undefined) return;
  walkWord(target, walk, state);
  const isCopy = (operator === '>&' || operator === '<&') && /^(?:\d*-?|-)$/.test(target.value);
  if (isCopy) return;
  const add = (act: 'read' | 'edit'): void => {
    const { folders } = state;
    walk.found.redirects.push({ act, target: shellWord(target), folders, isIndirect: walk.isIndirect });
  };
  if (operator === '<' || operator === '<>' || operator === '<&') add('read');
  if (operator !== '<' && operator !== '<&') add('edit');
}
