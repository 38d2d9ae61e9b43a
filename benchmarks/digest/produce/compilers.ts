import { createRandom, type Random } from '../../search-quality/generate/random.ts';
import { errorFact, type Fact, fact, type Output } from '../corpus-case.ts';
import { pascal, planProject, snake } from './project.ts';
import { type Files, runTool, writeProject } from './run-tool.ts';

/** A fault that is written into a source file. */
interface Fault {
  /** Lines of the file; `N` stands for a number that no other fault of its project has. */
  readonly lines: readonly string[];
  /** Which of them is complained about. */
  readonly at: number;
  /** Text that the complaint holds. */
  readonly says: string;
  readonly isWarning?: true;
}

interface Language {
  readonly path: (name: string) => string;
  /** A definition without faults. */
  readonly fine: (name: string) => string;
  readonly faults: readonly Fault[];
  readonly head?: string;
  /** A place as the tool writes it. */
  readonly place: (path: string, line: number) => string;
  readonly files?: (names: readonly string[]) => Files;
}

const base = (path: string): string => path.split('/').at(-1) ?? path;
const colon = (path: string, line: number): string => `${base(path)}:${line}`;

const C: Language = {
  path: (name) => `src/${name}.c`,
  head: '#include <stdio.h>\n',
  fine: (name) => `int ${name}(int value) {\n  printf("%d\\n", value);\n  return value + 1;\n}\n`,
  place: colon,
  faults: [
    { lines: ['int broken_N(int value) {', '  return value + missing_N;', '}'], at: 1, says: 'missing_N' },
    {
      lines: ['int broken_N(void) {', '  struct nothing_N thing;', '  return 0;', '}'],
      at: 1,
      says: 'thing',
    },
    {
      lines: ['int odd_N(int value) {', '  int unused_N = 4;', '  return value;', '}'],
      at: 1,
      says: 'unused_N',
      isWarning: true,
    },
    {
      lines: ['int odd_N(int value) {', '  printf("%s\\n", value + 1N);', '  return 2;', '}'],
      at: 1,
      says: 'format',
      isWarning: true,
    },
  ],
  files: (names) => ({
    Makefile: `CC ?= gcc\nOBJ = ${names.map((name) => `build/${name}.o`).join(' ')}\nall: app\napp: $(OBJ)\n\t$(CC) -o app $(OBJ)\nbuild/%.o: src/%.c\n\t@mkdir -p build\n\t$(CC) -Wall -Wextra -O2 -fstack-protector-strong -D_FORTIFY_SOURCE=2 -Iinclude -Ithird_party/include -c $< -o $@\n`,
  }),
};

const TS: Language = {
  path: (name) => `src/${name}.ts`,
  fine: (name) => `export function ${name}(value: number): number {\n  return value + 1;\n}\n`,
  place: (path, line) => `${path}(${line},`,
  faults: [
    {
      lines: ['export function broken_N(value: number): string {', '  return value * N;', '}'],
      at: 1,
      says: "Type 'number' is not assignable to type 'string'",
    },
    { lines: ['export const part_N = missing_N + 1;'], at: 0, says: "Cannot find name 'missing_N'" },
    {
      lines: ['export const list_N: { a: number; b: string } = { a: 1, b: "x", extra_N: 2 };'],
      at: 0,
      says: 'extra_N',
    },
    {
      lines: ["import { absent_N } from './nowhere_N.js';", 'export const used_N = absent_N;'],
      at: 0,
      says: 'nowhere_N',
    },
  ],
  files: () => ({
    'tsconfig.json':
      '{ "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext", "target": "es2022" }, "include": ["src"] }\n',
  }),
};

const JS: Language = {
  path: (name) => `src/${name}.js`,
  fine: (name) => `export function ${name}(value) {\n  const next = value + 1;\n  return next;\n}\n`,
  place: (_, line) => `${line}:`,
  faults: [
    {
      lines: ['export function broken_N() {', '  return missing_N;', '}'],
      at: 1,
      says: "'missing_N' is not defined",
    },
    {
      lines: ['export function odd_N() {', '  const unused_N = 4;', '  return 1;', '}'],
      at: 1,
      says: "'unused_N' is assigned a value but never used",
      isWarning: true,
    },
    {
      lines: ['export function loop_N(list) {', '  if (list = N) return 1;', '  return 2;', '}'],
      at: 1,
      says: 'Unexpected assignment',
    },
  ],
  files: () => ({
    'eslint.config.mjs':
      "export default [{ rules: { 'no-undef': 'error', 'no-unused-vars': 'warn', 'no-cond-assign': ['error', 'always'], 'prefer-const': 'warn', 'no-var': 'warn', 'no-console': 'warn', quotes: ['warn', 'double'] } }];\n",
    'package.json': '{ "type": "module" }\n',
  }),
};

const RUST: Language = {
  path: (name) => `src/${name}.rs`,
  fine: (name) => `pub fn ${name}(value: u32) -> u32 {\n    value + 1\n}\n`,
  place: (path, line) => `${path}:${line}`,
  faults: [
    {
      lines: ['pub fn broken_N(value: u32) -> String {', '    value + N', '}'],
      at: 1,
      says: 'mismatched types',
    },
    { lines: ['pub fn gone_N() -> u32 {', '    missing_N()', '}'], at: 1, says: 'missing_N' },
    {
      lines: ['fn dead_N() -> u32 {', '    let unused_N = 3;', '    7', '}'],
      at: 1,
      says: 'unused_N',
      isWarning: true,
    },
    {
      lines: [
        'pub fn moved_N(text: String) -> usize {',
        '    let other = text;',
        '    other.len() + text.len() + N',
        '}',
      ],
      at: 2,
      says: 'borrow of moved value',
    },
  ],
  files: (names) => ({
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': names.map((name) => `pub mod ${name};`).join('\n'),
  }),
};

const JAVA: Language = {
  path: (name) => `src/shop/${pascal(name)}.java`,
  fine: (name) => `  static int ${name}(int value) {\n    return value + 1;\n  }\n`,
  place: colon,
  faults: [
    {
      lines: ['  static String broken_N(int value) {', '    return value * N;', '  }'],
      at: 1,
      says: 'int cannot be converted to String',
    },
    {
      lines: ['  static int gone_N() {', '    return missing_N();', '  }'],
      at: 1,
      says: 'cannot find symbol',
    },
    {
      lines: ['  static int open_N(int value) {', '    int local = value + N;', '  }'],
      at: 2,
      says: 'missing return statement',
    },
  ],
};

const GO: Language = {
  path: (name) => `${name}/${name}.go`,
  fine: (name) => `func ${pascal(name)}(value int) int {\n\treturn value + 1\n}\n`,
  place: colon,
  faults: [
    {
      lines: ['func Broken_N(value int) string {', '\treturn value * N', '}'],
      at: 1,
      says: 'as string value in return statement',
    },
    { lines: ['func Gone_N() int {', '\treturn missing_N()', '}'], at: 1, says: 'undefined: missing_N' },
    {
      lines: ['func Idle_N() int {', '\tidle_N := 3', '\treturn 2', '}'],
      at: 1,
      says: 'idle_N declared but not used',
    },
  ],
  files: () => ({ 'go.mod': 'module example.com/shop\n\ngo 1.19\n' }),
};

const PYTHON: Language = {
  path: (name) => `shop/${name}.py`,
  fine: (name) => `def ${name}(value: int) -> int:\n    return value + 1\n\n`,
  place: colon,
  faults: [
    {
      lines: ['def broken_N(value: int) -> str:', '    return value * N', ''],
      at: 1,
      says: 'got "int", expected "str"',
    },
    { lines: ['def gone_N() -> int:', '    return missing_N()', ''], at: 1, says: 'missing_N' },
    {
      lines: ['def attribute_N(text: str) -> int:', '    return text.absent_N', ''],
      at: 1,
      says: 'absent_N',
    },
  ],
};
/** flake8 says nothing of types; pylint of few. */
const PYFLAKES: Language = {
  ...PYTHON,
  faults: [
    { lines: ['def gone_N() -> int:', '    return missing_N()', ''], at: 1, says: 'missing_N' },
    { lines: ['def idle_N() -> int:', '    idle_N = 3', '    return 2', ''], at: 1, says: 'idle_N' },
  ],
};
/** pylint calls what is not used a warning. */
const PYLINT: Language = {
  ...PYTHON,
  faults: PYFLAKES.faults.map((fault) => (fault.says === 'idle_N' ? { ...fault, isWarning: true } : fault)),
};

const MODULES = process.env['CORPUS_TOOLS'] ?? '/tmp/corpus-tools/node_modules';
const OURS = `${import.meta.dirname}/../../../node_modules`;

interface Run {
  readonly id: string;
  readonly language: Language;
  readonly command: string;
  readonly seed: number;
  /** Files, definitions in each, faults. */
  readonly size: readonly [number, number, number];
  readonly held?: boolean;
  readonly summary?: string;
}

const RUNS: readonly Run[] = [
  { id: 'clang-few', language: C, command: 'make -k CC=clang', seed: 131, size: [40, 4, 10], summary: 'Error 1' },
  { id: 'tsc-colour', language: { ...TS, place: colon }, command: `node ${MODULES}/typescript/bin/tsc --pretty true`, seed: 132, size: [40, 4, 20], summary: 'Found ' },
  { id: 'javac-lint', language: JAVA, command: 'javac -Xmaxerrs 500 -Xlint:all -d out $(find src -name "*.java")', seed: 133, size: [60, 4, 50], summary: 'errors' },
  { id: 'vet-few', language: GO, command: 'go vet ./...', seed: 134, size: [60, 4, 50] },
  { id: 'pylint-few', language: PYLINT, command: 'pylint --disable=R shop', seed: 135, size: [20, 6, 8], summary: 'rated at' },
  { id: 'check-of-cargo', language: RUST, command: 'cargo check --offline', seed: 136, size: [40, 4, 30], summary: 'could not compile' },
  { id: 'gcc-make', language: C, command: 'make -k', seed: 31, size: [150, 4, 10], summary: 'Error 1' },
  {
    id: 'clang-make',
    language: C,
    command: 'make -k CC=clang',
    seed: 32,
    size: [160, 4, 11],
    held: true,
    summary: 'Error 1',
  },
  {
    id: 'tsc',
    language: TS,
    command: `node ${MODULES}/typescript/bin/tsc --pretty false`,
    seed: 33,
    size: [120, 4, 60],
  },
  {
    id: 'tsc-pretty',
    language: { ...TS, place: colon },
    command: `node ${MODULES}/typescript/bin/tsc --pretty true`,
    seed: 34,
    size: [120, 4, 25],
    held: true,
    summary: 'Found ',
  },
  {
    id: 'eslint',
    language: JS,
    command: `node ${MODULES}/eslint/bin/eslint.js src`,
    seed: 35,
    size: [80, 6, 24],
    summary: 'problems (',
  },
  {
    id: 'eslint-warnings',
    language: {
      ...JS,
      fine: (name) =>
        `export function ${name}(value) {\n  var next = value + '1';\n  console.log(next);\n  return next;\n}\n`,
    },
    command: `node ${MODULES}/eslint/bin/eslint.js src`,
    seed: 36,
    size: [40, 6, 4],
    held: true,
    summary: 'problems (',
  },
  {
    id: 'biome-lint',
    language: {
      ...JS,
      place: colon,
      faults: [
        {
          lines: ['export function twice_N(list) {', '  if (list == N) return 1;', '  return 2;', '}'],
          at: 1,
          says: 'noDoubleEquals',
        },
        {
          lines: ['export function loop_N(list) {', '  if (list = N) return 1;', '  return 2;', '}'],
          at: 1,
          says: 'noAssignInExpressions',
        },
      ],
    },
    command: `${OURS}/.bin/biome lint --max-diagnostics=100 src`,
    seed: 37,
    size: [60, 4, 12],
    summary: 'Found ',
  },
  {
    id: 'cargo-build',
    language: RUST,
    command: 'cargo build --offline',
    seed: 38,
    size: [60, 4, 11],
    summary: 'could not compile',
  },
  {
    id: 'cargo-check',
    language: RUST,
    command: 'cargo check --offline',
    seed: 39,
    size: [80, 4, 50],
    held: true,
    summary: 'could not compile',
  },
  {
    id: 'javac',
    language: JAVA,
    command: 'javac -d out $(find src -name "*.java")',
    seed: 40,
    size: [60, 4, 30],
    summary: 'errors',
  },
  {
    id: 'javac-more',
    language: JAVA,
    command: 'javac -Xmaxerrs 500 -Xlint:all -d out $(find src -name "*.java")',
    seed: 41,
    size: [120, 4, 110],
    held: true,
    summary: 'errors',
  },
  { id: 'go-build', language: GO, command: 'go build ./...', seed: 42, size: [100, 4, 80] },
  { id: 'go-vet', language: GO, command: 'go vet ./...', seed: 43, size: [130, 4, 120], held: true },
  {
    id: 'mypy',
    language: PYTHON,
    command: 'mypy --cache-dir=/dev/null --show-error-context --strict shop',
    seed: 44,
    size: [100, 4, 60],
    summary: 'Found ',
  },
  { id: 'flake8', language: PYFLAKES, command: 'flake8 shop', seed: 45, size: [100, 4, 60] },
  {
    id: 'pylint',
    language: PYLINT,
    command: 'pylint --disable=R shop',
    seed: 46,
    size: [40, 6, 9],
    held: true,
    summary: 'rated at',
  },
];

/** From so many faults on, only the errors' places have to be shown. */
const MANY = 12;
const MOST_PLACES = 15;

interface Planted {
  readonly files: Files;
  readonly facts: readonly Fact[];
}

function plant({ language, seed, size: [files, definitions, faults] }: Run): Planted {
  const random: Random = createRandom(seed);
  const plan = planProject({ seed, suites: files, tests: definitions, failures: 0 });
  const at = new Map(Array.from({ length: faults }, (_, i) => [Math.floor(((i + 0.5) * files) / faults), i]));
  const facts: Fact[] = [];
  const entries = plan.map(({ name, tests }, f): [string, string] => {
    const path = language.path(name);
    const parts = tests.map((test) => language.fine(snake(test.name)));
    const index = at.get(f);
    let text = (language.head ?? '') + parts.join('\n');
    if (index !== undefined) {
      const fault = language.faults[index % language.faults.length];
      if (fault === undefined) throw new Error('no fault');
      const number = `${100 + random.below(900)}${index}`;
      const fill = (words: string): string => words.replaceAll('N', number);
      const before = text.split('\n').length + 1;
      text += `\n${fault.lines.map(fill).join('\n')}\n`;
      const line = before + fault.at;
      const make = fault.isWarning === true ? fact : errorFact;
      if (fault.isWarning !== true || faults <= MANY) {
        facts.push(make(language.place(path, line)));
        if (faults <= MANY) facts.push(make(fill(fault.says)));
      }
    }
    const isJava = path.endsWith('.java');
    return [
      path,
      isJava
        ? `package shop;\n\nclass ${pascal(name)} {\n${text}}\n`
        : path.endsWith('.go')
          ? `package ${name}\n\n${text}`
          : text,
    ];
  });
  // What stands in front of the text in these languages.
  const shift = entries.some(([path]) => path.endsWith('.java'))
    ? 3
    : entries.some(([path]) => path.endsWith('.go'))
      ? 2
      : 0;
  const moved = facts.map(({ text, ...rest }) => ({
    ...rest,
    text: shift === 0 ? text : text.replace(/:(\d+)$/, (_, n) => `:${Number(n) + shift}`),
  }));
  return {
    files: { ...language.files?.(plan.map(({ name }) => name)), ...Object.fromEntries(entries) },
    facts: moved,
  };
}

function produce(run: Run): Output {
  const { files, facts } = plant(run);
  const folder = writeProject(run.id, files);
  const { text, exit } = runTool(folder, run.command);
  // A compiler that stops at an earlier stage does not get to the faults of a later one.
  const said = facts
    .filter(({ text: wanted }) => text.includes(wanted))
    .sort((a, b) => text.indexOf(a.text) - text.indexOf(b.text))
    .slice(0, run.size[2] <= MANY ? undefined : MOST_PLACES);
  const summary = run.summary === undefined ? [] : [errorFact(run.summary)];
  return { id: run.id, kind: 'compilers', exit, held: run.held ?? false, facts: [...said, ...summary], text };
}

/** Outputs of compilers and linters. */
export const compilers = (wanted: (id: string) => boolean): readonly (() => Output)[] =>
  RUNS.filter(({ id }) => wanted(id)).map((run) => () => produce(run));
