/** The command lines that a language stands for. */
export interface Family {
  /** A rule that denies or asks about one of these is about the language. */
  readonly lines: readonly string[];
  /** A rule that allows one of these allows the language: each can run any code of it. */
  readonly runs: readonly string[];
}

/** Stands for the code in a command line: no rule is compared with code. */
const CODE = '\u0001';

const family = (
  names: readonly string[],
  runs: readonly string[],
  lines: readonly string[] = [],
): Family => ({
  lines: [...names, ...runs, ...lines],
  runs,
});

const JAVASCRIPT = [
  `node -e ${CODE}`,
  `nodejs -e ${CODE}`,
  `bun -e ${CODE}`,
  `bun run ${CODE}`,
  `deno eval ${CODE}`,
  `deno run ${CODE}`,
];

/** By the names of the languages of `ctx_execute`; `shell` is judged by what it runs. */
export const FAMILIES: Readonly<Record<string, Family>> = {
  javascript: family(['node', 'nodejs', 'bun', 'deno'], JAVASCRIPT, [`node ${CODE}`, `bun ${CODE}`]),
  typescript: family(
    ['node', 'nodejs', 'bun', 'deno', 'tsx', 'npx tsx', 'ts-node', 'npx ts-node'],
    [
      ...JAVASCRIPT,
      `npx tsx ${CODE}`,
      `npx tsx -e ${CODE}`,
      `tsx ${CODE}`,
      `tsx -e ${CODE}`,
      `ts-node -e ${CODE}`,
      `npx ts-node -e ${CODE}`,
    ],
    [`node ${CODE}`, `bun ${CODE}`],
  ),
  python: family(
    ['python', 'python3', 'py'],
    [`python3 -c ${CODE}`, `python -c ${CODE}`, `py -c ${CODE}`],
    [`python3 ${CODE}`, `python ${CODE}`],
  ),
  ruby: family(['ruby'], [`ruby -e ${CODE}`], [`ruby ${CODE}`]),
  perl: family(['perl'], [`perl -e ${CODE}`, `perl -E ${CODE}`], [`perl ${CODE}`]),
  php: family(['php'], [`php -r ${CODE}`], [`php -f ${CODE}`, `php ${CODE}`]),
  r: family(['Rscript', 'R'], [`Rscript -e ${CODE}`, `Rscript ${CODE}`], [`R -e ${CODE}`]),
  elixir: family(['elixir', 'iex'], [`elixir -e ${CODE}`, `elixir ${CODE}`]),
  go: family(['go'], [`go run ${CODE}`], [`go build ${CODE}`]),
  rust: family(['rustc', 'cargo'], [`cargo run ${CODE}`, `rustc ${CODE}`], ['cargo run']),
  csharp: family(
    ['dotnet', 'dotnet-script', 'csc', 'mcs', 'mono'],
    [`dotnet run ${CODE}`, `dotnet script ${CODE}`, `dotnet-script ${CODE}`, `mono ${CODE}`],
    [`mcs ${CODE}`],
  ),
};

/** Programs behind `#!` and the languages that they run. */
const INTERPRETERS: Readonly<Record<string, string>> = {
  node: 'javascript',
  nodejs: 'javascript',
  bun: 'javascript',
  deno: 'javascript',
  tsx: 'typescript',
  'ts-node': 'typescript',
  python: 'python',
  ruby: 'ruby',
  perl: 'perl',
  php: 'php',
  Rscript: 'r',
  elixir: 'elixir',
};

/** The language that the first line of shell code names behind `#!`; undefined when it is a shell, or there is none. */
export function shebangLanguage(code: string): string | undefined {
  const line = /^#!\s*([^\n]*)/.exec(code)?.[1];
  if (line === undefined) return undefined;
  const words = line
    .trim()
    .split(/\s+/)
    .filter((word) => !/^-|=/.test(word));
  const names = words.map((word) => word.replace(/^.*\//, ''));
  const name = names[0] === 'env' ? (names[1] ?? '') : (names[0] ?? '');
  const plain = name.replace(/[\d.]+$/, '');
  return Object.hasOwn(INTERPRETERS, plain) ? INTERPRETERS[plain] : undefined;
}
