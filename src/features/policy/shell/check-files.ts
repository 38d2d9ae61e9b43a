import { type CommandFiles, filesOf } from '../commands/files.ts';
import type { JudgeContext } from '../judge-context.ts';
import { expandGlob, type GlobMatches, NOTHING_TOLD } from '../paths/expand-glob.ts';
import { type FileAct, fileAsk, fileDeny } from '../paths/judge-file.ts';
import { type PathForms, pathForms, possiblePathRule, rulesBelow, withoutProc } from '../paths/path-rules.ts';
import { isProtected } from '../paths/protected.ts';
import { joinPath, toSlashes } from '../paths/segments.ts';
import type { Judgement, PermissionRule } from '../policy.ts';
import { asked, denied, ruleReason, subject } from '../verdicts.ts';
import type { Folders, FoundCommand, FoundRedirect } from './findings.ts';
import { fillTemplate, type ShellWord } from './word.ts';

/** Files of devices and streams, which are no files to a rule. */
const STREAM = /^\/dev\/(?:null|zero|stdin|stdout|stderr|tty|fd\/\d+|urandom|random)$/;

export const isStream = ({ path }: ShellWord): boolean =>
  path?.length === 1 && typeof path[0] === 'string' && STREAM.test(path[0]);

/** A file that a script names, and what it does with it. */
export interface NamedFile {
  readonly act: FileAct;
  readonly word: ShellWord;
  readonly folders: Folders;
}

const inFolders = (act: FileAct, words: readonly ShellWord[], folders: Folders): readonly NamedFile[] =>
  words.map((word) => ({ act, word, folders }));

/** Lies nowhere: what a glob stands for that cannot be told. */
const NOWHERE: PathForms = { normal: [], real: [], raw: undefined };

/**
 * All forms of a named file, and of the files that a glob stands for; of one with an unknown part, as written. In an unknown
 * folder, as seen from the first one.
 */
export function formsOf(file: NamedFile, context: JudgeContext): readonly PathForms[] {
  const { word, folders } = file;
  const { home, cwd } = context.place;
  return (folders.length === 0 ? [cwd] : folders).flatMap((folder) => {
    const path = word.path === undefined ? word.value : fillTemplate(word.path, home, folder);
    const written = pathForms(path, folder, context);
    const found = globMatches(word, path, folder, context);
    if (found === undefined) return [written];
    const matches = found.paths.map((each) => pathForms(each, folder, context));
    return [written, ...matches, ...(found.isWhole ? [] : [NOWHERE])];
  });
}

/** Undefined for what is no glob, and where the disk is not to be asked. */
function globMatches(
  word: ShellWord,
  path: string,
  folder: string,
  context: JudgeContext,
): GlobMatches | undefined {
  const { list, platform } = context;
  if (!word.isGlob || list === undefined) return undefined;
  const whole = withoutProc(toSlashes(joinPath(folder, path, platform), platform), folder);
  // What it is shows only when it runs.
  if (word.path === undefined && /[$`(]/.test(whole)) return undefined;
  // Which brackets are quoted cannot be seen any more.
  if (/["'\\]/.test(word.text) && path.includes('[')) return NOTHING_TOLD;
  return context.remember(`*${folder}\0${path}`, () => expandGlob(whole, list));
}

/** Files that a command names, those that it may name included. */
export function namedFiles(command: FoundCommand, files: CommandFiles | undefined): readonly NamedFile[] {
  if (files === undefined) return [];
  const { folders } = command;
  return [
    ...inFolders('read', [...files.reads, ...files.maybe], folders),
    ...inFolders('edit', files.edits, folders),
  ];
}

/** What rules of files say against this one: a refusal, a question, or nothing. */
export function checkFile(file: NamedFile, context: JudgeContext): Judgement | undefined {
  if (isStream(file.word)) return undefined;
  const { policy } = context;
  const all = formsOf(file, context);
  for (const forms of all) {
    const deny = fileDeny(file.act, forms, context);
    if (deny !== undefined) return denied(ruleReason('denies', file.word.text, deny), deny);
  }
  for (const forms of all) {
    if (forms === NOWHERE) return asked(`too many files to look at: "${subject(file.word.text)}"`);
    const ask =
      fileAsk(file.act, forms, context) ?? globRule(file, forms, [...policy.deny, ...policy.ask], context);
    if (ask !== undefined) return asked(ruleReason('is about', file.word.text, ask), ask);
  }
  return undefined;
}

function globRule(
  { word, act }: NamedFile,
  forms: PathForms,
  rules: readonly PermissionRule[],
  context: JudgeContext,
): PermissionRule | undefined {
  if (!word.isGlob) return undefined;
  return possiblePathRule(rules, act === 'read' ? ['Read'] : ['Read', 'Edit'], forms.normal, context);
}

/** A question about a command that reads whole folders in which a file lies that a rule is about. */
export function checkFolders(
  command: FoundCommand,
  files: CommandFiles | undefined,
  context: JudgeContext,
): Judgement | undefined {
  if (files?.walks !== true) return undefined;
  const strict = [...context.policy.deny, ...context.policy.ask];
  for (const file of inFolders('read', files.reads, command.folders))
    for (const forms of formsOf(file, context)) {
      const rule =
        rulesBelow(strict, ['Read'], forms.normal, context) ??
        rulesBelow(strict, ['Read'], forms.real, context);
      if (rule !== undefined)
        return asked(ruleReason('is about files that may be among those of', command.text, rule), rule);
    }
  return undefined;
}

/** Whether a file that is written is never approved beforehand. */
const isProtectedFile = (file: NamedFile, context: JudgeContext): boolean =>
  file.act === 'edit' &&
  formsOf(file, context).some(({ normal, real }) => isProtected(normal) || isProtected(real));

/** The first protected file that a command, or a redirection, writes. */
export function protectedFile(
  commands: readonly FoundCommand[],
  redirects: readonly FoundRedirect[],
  context: JudgeContext,
): string | undefined {
  const written = [
    ...commands.flatMap((command) => namedFiles(command, filesOf(command.words, context.platform))),
    ...redirects.map(({ act, target, folders }): NamedFile => ({ act, word: target, folders })),
  ];
  return written.find((file) => isProtectedFile(file, context))?.word.text;
}

/** The text says which file it is. */
export const isKnown = ({ word, folders }: NamedFile): boolean =>
  word.path !== undefined && (folders.length > 0 || /^[/~]|^\$\{?HOME/.test(word.text.replace(/["']/g, '')));
