import { pascal } from './project.ts';
import type { Files } from './run-tool.ts';

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

export interface Language {
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
/** The usual form of a place. */
export const colon = (path: string, line: number): string => `${base(path)}:${line}`;

export const C: Language = {
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

export const TS: Language = {
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

export const JS: Language = {
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

export const RUST: Language = {
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

export const JAVA: Language = {
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

export const GO: Language = {
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

export const PYTHON: Language = {
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
export const PYFLAKES: Language = {
  ...PYTHON,
  faults: [
    { lines: ['def gone_N() -> int:', '    return missing_N()', ''], at: 1, says: 'missing_N' },
    { lines: ['def idle_N() -> int:', '    idle_N = 3', '    return 2', ''], at: 1, says: 'idle_N' },
  ],
};
/** pylint calls what is not used a warning. */
export const PYLINT: Language = {
  ...PYTHON,
  faults: PYFLAKES.faults.map((fault) => (fault.says === 'idle_N' ? { ...fault, isWarning: true } : fault)),
};
