import { maskText } from './mask-text.ts';
import { type Chunk, topLevelChunks } from './top-level.ts';

/** Standard packages that a snippet may use without an import, by the name they have in code. */
const PACKAGES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...[
      'bufio',
      'bytes',
      'context',
      'errors',
      'flag',
      'fmt',
      'io',
      'log',
      'maps',
      'math',
      'net',
      'os',
      'path',
    ],
    ...['reflect', 'regexp', 'runtime', 'slices', 'sort', 'strconv', 'strings', 'sync', 'time', 'unicode'],
    ...['archive/zip', 'compress/gzip', 'container/heap', 'container/list', 'crypto/md5', 'crypto/sha1'],
    ...[
      'crypto/sha256',
      'crypto/sha512',
      'encoding/base64',
      'encoding/binary',
      'encoding/csv',
      'encoding/hex',
    ],
    ...[
      'encoding/json',
      'encoding/xml',
      'io/fs',
      'math/big',
      'math/bits',
      'math/cmplx',
      'math/rand',
      'net/http',
    ],
    ...['net/url', 'os/exec', 'os/signal', 'path/filepath', 'runtime/debug', 'sync/atomic', 'text/tabwriter'],
    ...['text/template', 'unicode/utf8', 'unicode/utf16', 'go/ast', 'go/parser', 'go/token', 'html'],
  ].map((path) => [path.slice(path.lastIndexOf('/') + 1), path]),
);

const DECLARATION = /^\s*(?:func\s+[\w(]|type\s|const\s)/;
const VARIABLE = /^\s*var\s/;
const IMPORT = /^\s*import\s*(?:\([^)]*\)|(?:[\w.]+\s+)?(?:"[^"\n]*"|`[^`\n]*`))[ \t]*;?/;

/** Names by which the snippet's own imports are used. */
const importedNames = (imports: readonly Chunk[]): ReadonlySet<string> =>
  new Set(
    imports.flatMap(({ text }) =>
      [...text.matchAll(/(?:([\w.]+)\s+)?["`]([^"`]+)["`]/g)].map(([, alias, path = '']) =>
        alias === undefined || alias === 'import' ? path.slice(path.lastIndexOf('/') + 1) : alias,
      ),
    ),
  );

/** Imports for the standard packages that are used and neither imported nor names of the snippet's own. */
function missingImports(masked: string, imports: readonly Chunk[]): readonly string[] {
  const known = importedNames(imports);
  const used = new Set(
    [...masked.matchAll(/(?<![\w.])([a-z][a-z0-9]*)\.[A-Z]/g)].map(([, name = '']) => name),
  );
  return [...used].flatMap((name) => {
    const path = Object.hasOwn(PACKAGES, name) ? PACKAGES[name] : undefined;
    const isOwn = new RegExp(`\\b${name}\\s*(?:,[\\w\\s,]*)?:=|\\bvar\\s+${name}\\b`).test(masked);
    return path === undefined || known.has(name) || isOwn ? [] : [path];
  });
}

/** Takes what stands behind an import on its line for a chunk of its own. */
function withoutImports(chunk: Chunk): readonly Chunk[] {
  const { text, masked, line } = chunk;
  if (!/^\s*import\b/.test(masked)) return [chunk];
  const length = IMPORT.exec(text)?.[0].length ?? text.length;
  const rest = { text: text.slice(length), masked: masked.slice(length), line: lineAt(chunk, length) };
  return [
    { text: text.slice(0, length), masked: masked.slice(0, length), line },
    ...(rest.masked.trim() === '' ? [] : withoutImports(rest)),
  ];
}

const lineAt = ({ text, line }: Chunk, index: number): number =>
  line + text.slice(0, index).split('\n').length - 1;
const isImport = ({ masked }: Chunk): boolean => /^\s*import\b/.test(masked);

/** The chunk behind a directive by which errors name the caller's lines. */
const placed = ({ text, line }: Chunk): string => `/*line snippet.go:${line}:1*/${text}`;

/**
 * A whole program from a snippet: package, imports of the standard packages in use, `main` around the statements.
 * Functions, types and constants stay outside of it, and so do variables in front of the first statement. A program with
 * a package clause is returned as it is.
 */
export function goProgram(code: string): string {
  const masked = maskText(code, { quotes: `"'`, rawQuote: '`' });
  if (/^\s*package\s+\w/.test(masked)) return code;
  const chunks = topLevelChunks(code, masked).flatMap(withoutImports);
  const imports = chunks.filter(isImport);
  const hasMain = /^\s*func\s+main\s*\(/m.test(masked);
  const outside: Chunk[] = [];
  const inside: Chunk[] = [];
  for (const chunk of chunks) {
    if (isImport(chunk)) continue;
    const isBlank = chunk.masked.trim() === '';
    const isEarlyVariable = VARIABLE.test(chunk.masked) && inside.length === 0;
    if (hasMain || isBlank || isEarlyVariable || DECLARATION.test(chunk.masked)) outside.push(chunk);
    else inside.push(chunk);
  }
  const added = missingImports(masked, imports).map((path) => `import "${path}"\n`);
  const main = hasMain ? '' : `func main() {\n${inside.map(placed).join('\n')}\n}\n`;
  return [
    'package main\n',
    ...added,
    ...imports.map((chunk) => `${placed(chunk)}\n`),
    outside.map(placed).join('\n'),
    '\n',
    main,
  ].join('');
}
