import { maskText } from './mask-text.ts';

const SYNTAX = { quotes: `"'`, hasRawHashes: true, hasLifetimes: true } as const;

/** `?` behind a value, as an operator. */
const QUESTION = /[\w)\]>]\s*\?\s*[;.,)\]}\n]/;

/**
 * A whole program from a snippet: `fn main` around it, on its first line, so that lines stay what they are. It returns a
 * Result where the snippet uses `?`. Inner attributes stay in front. A program with a `main` is returned as it is.
 */
export function rustProgram(code: string): string {
  const masked = maskText(code, SYNTAX);
  if (/\bfn\s+main\s*[(<]/.test(masked)) return code;
  const attributes = /^(?:\s*#!\[[^\]]*\])*/.exec(masked)?.[0].length ?? 0;
  const isFallible = QUESTION.test(`${masked}\n`);
  const head = isFallible
    ? 'fn main() -> ::std::result::Result<(), ::std::boxed::Box<dyn ::std::error::Error>> { '
    : 'fn main() { ';
  const tail = isFallible ? '\n;Ok(()) }\n' : '\n; }\n';
  return `${code.slice(0, attributes)}${head}${code.slice(attributes)}${tail}`;
}
