/** How a language of the C family writes what is no code. */
export interface TextSyntax {
  /** Strings that end at their quote, backslash escapes. */
  readonly quotes: string;
  /** Strings without escapes over many lines, by their quote; as Go's backtick. */
  readonly rawQuote?: string;
  /** Rust's `r#"…"#`. */
  readonly hasRawHashes?: boolean;
  /** C#'s `@"…"`, in which a quote is doubled. */
  readonly hasVerbatim?: boolean;
  /** Rust's lifetimes begin like a character. */
  readonly hasLifetimes?: boolean;
}

/** Stands for a line break inside of a comment or string. */
export const INNER_BREAK = '\u0001';

/**
 * The code with comments and strings replaced by blanks, same length; line breaks in them become INNER_BREAK. What is
 * left can be searched for keywords and brackets.
 */
export function maskText(code: string, syntax: TextSyntax): string {
  let masked = '';
  let at = 0;
  while (at < code.length) {
    const end = endOfText(code, at, syntax);
    if (end === at) {
      masked += code[at];
      at += 1;
    } else {
      masked += code.slice(at, end).replace(/[\s\S]/g, (char) => (char === '\n' ? INNER_BREAK : ' '));
      at = end;
    }
  }
  return masked;
}

/** Index behind the comment or string that begins here; `at` itself when none does. */
function endOfText(code: string, at: number, syntax: TextSyntax): number {
  const here = code[at] ?? '';
  if (here === '/' && code[at + 1] === '/') return endAt(code.indexOf('\n', at), code, 0);
  if (here === '/' && code[at + 1] === '*') return endAt(code.indexOf('*/', at + 2), code, 2);
  if (here === syntax.rawQuote) return endAt(code.indexOf(here, at + 1), code, 1);
  if (syntax.hasRawHashes && here === 'r' && !/\w/.test(code[at - 1] ?? '')) {
    const hashes = /^r(#*)"/.exec(code.slice(at, at + 20))?.[1];
    if (hashes !== undefined)
      return endAt(code.indexOf(`"${hashes}`, at + hashes.length + 2), code, hashes.length + 1);
  }
  if (syntax.hasVerbatim && /^(?:@\$?|\$@)"/.test(code.slice(at, at + 3)))
    return endOfVerbatim(code, code.indexOf('"', at) + 1);
  if (syntax.hasLifetimes && here === "'" && !/^'(?:\\.[^']*|[^\\'])'/su.test(code.slice(at, at + 14)))
    return at;
  return syntax.quotes.includes(here) ? endOfQuoted(code, at) : at;
}

const endAt = (index: number, code: string, length: number): number =>
  index === -1 ? code.length : index + length;

function endOfQuoted(code: string, start: number): number {
  const quote = code[start];
  for (let at = start + 1; at < code.length; at += 1) {
    if (code[at] === '\\') at += 1;
    else if (code[at] === quote) return at + 1;
  }
  return code.length;
}

function endOfVerbatim(code: string, start: number): number {
  for (let at = start; at < code.length; at += 1) {
    if (code[at] !== '"') continue;
    if (code[at + 1] !== '"') return at + 1;
    at += 1;
  }
  return code.length;
}
