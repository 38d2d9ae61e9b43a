/** How much of a command line is looked at, in UTF-16 units: a script pasted into it says nothing more. */
const LOOKED_AT = 4096;

/** One simple command: its words, quotes taken off. */
export interface ShellPart {
  readonly words: readonly string[];
  /** As it was written. */
  readonly text: string;
  /** Its output goes into another program, or its failure is swallowed: its exit code is not the line's. */
  readonly isMasked: boolean;
}

const SEPARATOR = /^(?:&&|\|\||\|&?|;|&(?![>\d])|\n)/;
const QUOTED = /^(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.)/s;
const HEREDOC = /<<-?\s*['"]?\w+/;

const unquoted = (word: string): string =>
  word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"/g, (_all, single?: string, double?: string) =>
    single === undefined ? (double ?? '').replace(/\\(["\\$`])/g, '$1') : single,
  );

function part(text: string, isMasked: boolean): ShellPart[] {
  const trimmed = text.trim();
  const words = trimmed.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/gs) ?? [];
  return words.length === 0 ? [] : [{ words: words.map(unquoted), text: trimmed, isMasked }];
}

/**
 * The simple commands of a command line, split at separators outside quotes, as far as its first here-document. Good enough
 * to say what was done; nothing is permitted by it.
 */
export function shellParts(command: string): readonly ShellPart[] {
  const line = command.slice(0, LOOKED_AT).split(HEREDOC, 1)[0] ?? '';
  const parts: ShellPart[] = [];
  let current = '';
  for (let at = 0; at < line.length; ) {
    const rest = line.slice(at);
    const quoted = QUOTED.exec(rest);
    const separator = quoted === null ? SEPARATOR.exec(rest) : null;
    if (separator === null) {
      const piece = quoted?.[0] ?? rest.charAt(0);
      current += piece;
      at += piece.length;
      continue;
    }
    parts.push(...part(current, /^\|/.test(separator[0])));
    current = '';
    at += separator[0].length;
  }
  return [...parts, ...part(current, false)];
}
