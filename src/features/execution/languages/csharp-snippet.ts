import { maskText } from './mask-text.ts';
import { topLevelChunks } from './top-level.ts';

/** What a new project imports by itself. */
const IMPLICIT = ['System', 'System.Collections.Generic', 'System.IO', 'System.Linq', 'System.Text'];
const IMPLICIT_TASKS = ['System.Threading', 'System.Threading.Tasks'];
const USINGS = /^(?:\s*using\s+(?:static\s+)?[\w.]+(?:\s*=\s*[\w.<>, ]+)?\s*;)*/;
const TYPE =
  /^\s*(?:\[.*\]\s*)*(?:(?:public|internal|static|abstract|sealed|partial|readonly|unsafe)\s+)*(?:class|struct|interface|enum|namespace|delegate)\s/;

/**
 * A whole program from top-level statements, for compilers that do not know them: a class with `Main` around the
 * statements, the usual `using` lines in front, types behind. Lines stay what they are. A program with a `Main` is
 * returned as it is.
 */
export function csharpProgram(code: string): string {
  const masked = maskText(code, { quotes: `"'`, hasVerbatim: true });
  if (/\bstatic\s+(?:async\s+)?[\w.<>]+\s+Main\s*\(/.test(masked)) return code;
  const usings = USINGS.exec(masked)?.[0] ?? '';
  const chunks = topLevelChunks(code.slice(usings.length), masked.slice(usings.length));
  const firstType = chunks.findIndex(({ masked: text }) => TYPE.test(text));
  const statements = firstType === -1 ? chunks : chunks.slice(0, firstType);
  const types = firstType === -1 ? [] : chunks.slice(firstType);
  const firstLine = usings.split('\n').length;
  const named = new Set([...usings.matchAll(/using\s+([\w.]+)\s*;/g)].map(([, name = '']) => name));
  const implicit = [...IMPLICIT, ...IMPLICIT_TASKS].filter((name) => !named.has(name));
  // Mono's compiler knows no asynchronous `Main`.
  const head = /\bawait\b/.test(masked)
    ? 'static void Main(string[] args) { Statements(args).GetAwaiter().GetResult(); } static async Task Statements(string[] args) { '
    : 'static void Main(string[] args) { ';
  return [
    implicit.map((name) => `using ${name}; `).join(''),
    usings,
    ` class Program { ${head}`,
    statements.map(({ text }) => text).join('\n'),
    '\n} }',
    types.map((chunk) => `\n#line ${firstLine + chunk.line - 1}\n${chunk.text}`).join(''),
    '\n',
  ].join('');
}
