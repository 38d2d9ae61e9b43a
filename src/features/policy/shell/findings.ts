import type { ShellWord } from './word.ts';

/** Folders that a command may run in, absolute; empty when they cannot be told from the text. */
export type Folders = readonly string[];

export interface FoundAssignment {
  readonly name: string;
  /** As written: `A=b`. */
  readonly text: string;
}

/** A simple command of a script. */
export interface FoundCommand {
  /** Its words as written, without redirections and assignments. */
  readonly text: string;
  /** Where each word begins in the text. */
  readonly offsets: readonly number[];
  /** The name first; never empty. */
  readonly words: readonly ShellWord[];
  readonly assignments: readonly FoundAssignment[];
  readonly folders: Folders;
  /** Text that it reads as input, from a heredoc or a here-string. */
  readonly input: ShellWord | undefined;
  /** It reads what another command prints. */
  readonly isFed: boolean;
  /** It calls a function that the script has surely defined by then: what that does is judged where it stands. */
  readonly isCall: boolean;
  /** It stands in text that another command will run: seen in order to forbid, never in order to allow. */
  readonly isIndirect: boolean;
  /** Another command hands it names of files. Absent as false. */
  readonly isHanded?: boolean;
}

/** A file behind `<` or `>`. */
export interface FoundRedirect {
  readonly act: 'read' | 'edit';
  readonly target: ShellWord;
  readonly folders: Folders;
  readonly isIndirect: boolean;
}

/** All that a script would do, as far as its text says. */
export interface Findings {
  readonly commands: FoundCommand[];
  readonly redirects: FoundRedirect[];
  /** Words that variables stand for: of loops, and values that are given. */
  readonly mentioned: { readonly words: () => readonly ShellWord[]; readonly folders: Folders }[];
  /** Assignments that stand alone and so hold for all that follows. */
  readonly lasting: FoundAssignment[];
  /** Names of functions that are surely defined at this point of the walk. */
  readonly functions: Set<string>;
  /** Why the text could not be understood. */
  readonly unclear: string[];
  /** Why a part of what runs cannot be told from the text. */
  readonly hidden: string[];
  /** How many commands may change the folder of what follows them. */
  folderChanges: number;
  /** It defines functions. */
  hasFunctions: boolean;
  /** Nested deeper than is looked at. */
  isTooDeep: boolean;
  /** bash will calculate with values of variables, and would run a substitution in them. */
  isCalculating: boolean;
  /** Names of variables that it calculates with; undefined among them: which one cannot be told. */
  readonly calculatedWith: Set<string | undefined>;
  /** Names that the script itself gives plain values. */
  readonly plainNames: Set<string>;
  /** A variable was given a value that is more than a plain word. */
  hasRichValue: boolean;
}

export const noFindings = (): Findings => ({
  commands: [],
  redirects: [],
  mentioned: [],
  lasting: [],
  functions: new Set(),
  unclear: [],
  hidden: [],
  folderChanges: 0,
  hasFunctions: false,
  isTooDeep: false,
  isCalculating: false,
  calculatedWith: new Set(),
  plainNames: new Set(),
  hasRichValue: false,
});
