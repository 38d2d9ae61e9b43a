import { segmentsOf } from '../paths/segments.ts';
import type { Folders } from './findings.ts';
import { fillTemplate, type ShellWord } from './word.ts';

/** More folders than this are as good as unknown. */
const FOLDER_LIMIT = 8;

/** Either of them; unknown when one of them is. */
export function eitherFolders(a: Folders, b: Folders): Folders {
  if (a.length === 0 || b.length === 0) return [];
  const all = [...new Set([...a, ...b])];
  return all.length > FOLDER_LIMIT ? [] : all;
}

const CHANGERS = new Set(['cd', 'chdir', 'pushd', 'popd', 'eval', 'source', '.']);

/** Whether a command with these words may change the folder of what follows it. */
export const isFolderChange = (words: readonly ShellWord[]): boolean => CHANGERS.has(nameOf(words));

/** Where the name of the command is, behind builtins that only find it. */
function nameAt(words: readonly ShellWord[]): number {
  let at = 0;
  while (/^(?:command|builtin)$/.test(words[at]?.value ?? '')) at += 1;
  return at;
}

const nameOf = (words: readonly ShellWord[]): string => words[nameAt(words)]?.value ?? '';

/** The folders after this command has worked; the same array when it is no change of folder. */
export function foldersAfter(words: readonly ShellWord[], folders: Folders, home: string): Folders {
  if (!isFolderChange(words)) return folders;
  const name = nameOf(words);
  if (name !== 'cd' && name !== 'chdir' && name !== 'pushd') return [];
  // Links are followed then: `..` behind one leads somewhere else than the text says.
  if (words.some(({ value }) => /^-[Le@]*P/.test(value))) return [];
  const target = words.slice(nameAt(words) + 1).filter(({ value }) => !/^(?:-[LPe@]+|--)$/.test(value));
  if (target.length === 0) return name === 'pushd' ? [] : [home];
  const [word] = target;
  if (word === undefined || target.length > 1 || word.path === undefined || word.isGlob) return [];
  const { path } = word;
  if (/^[-+]\d*$/.test(word.value)) return [];
  return folders.map((folder) => {
    const to = fillTemplate(path, home, folder);
    return `/${segmentsOf(to.startsWith('/') ? to : `${folder}/${to}`).join('/')}`;
  });
}
