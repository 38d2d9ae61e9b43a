/** Turns TypeScript into JavaScript; may throw what `stripTypes` throws. */
type StripTypes = (code: string) => string;

/** Parts of TypeScript that are neither types nor JavaScript, and that are not turned into code. */
const UNSUPPORTED = /^[ \t]*(?:export\s+)?(?:namespace|module)\s+[\w.]+\s*\{/m;

/** A program that says what a compiler would: on stderr, with exit code 1. */
const fails = (message: string): string =>
  `process.stderr.write(${JSON.stringify(`${message}\n`)});process.exitCode = 1;`;

/** The place of a fault, with its line: `snippet.ts:3:8`. */
function describe(code: string, message: string): string {
  const [, what = message, line = '1', column = '1'] =
    /^(?:Error transforming [^:]*: )?([\s\S]*?) ?\((\d+):(\d+)\)$/.exec(message) ?? [];
  const text = code.split('\n')[Number(line) - 1] ?? '';
  return `snippet.ts:${line}:${column}\n${text}\n\nSyntaxError: ${what}`;
}

/** JavaScript that does what this TypeScript says, or that prints why it is none. */
export function javascriptOf(code: string, stripTypes: StripTypes): string {
  const namespace = UNSUPPORTED.exec(code);
  if (namespace !== null && !/^\s*declare\b/.test(namespace[0])) {
    const line = code.slice(0, namespace.index).split('\n').length;
    return fails(
      describe(code, `a namespace with code in it is not supported; use an object or a class (${line}:1)`),
    );
  }
  try {
    return stripTypes(code);
  } catch (thrown) {
    return fails(describe(code, thrown instanceof Error ? thrown.message : String(thrown)));
  }
}
