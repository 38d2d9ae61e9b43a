import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILE_PATH, withFile } from '#features/execution/file-code.ts';
import { makePlace } from '../helpers/product/places.ts';

type Language = Parameters<typeof withFile>[0];
type Arguments = (code: string, write: (name: string, text: string) => string) => readonly string[];

/** False for a program that only offers to install the real one, too. */
const has = (program: string): boolean =>
  spawnSync(program, [program === 'go' ? 'version' : '--version']).status === 0;
const direct =
  (...flags: readonly string[]): Arguments =>
  (code) => [...flags, code];
const inFile =
  (name: string, ...flags: readonly string[]): Arguments =>
  (code, write) => [...flags, write(name, code)];
const compiled: Arguments = (code, write) => [
  '-c',
  'cd "$(dirname "$1")" && rustc -o main "$1" 2>&1 && ./main',
  'sh',
  write('main.rs', code),
];
const mono: Arguments = (code, write) => [
  '-c',
  'cd "$(dirname "$1")" && mcs -out:main.exe "$1" && mono main.exe',
  'sh',
  write('main.cs', code),
];

/** Whole programs and bare lines, as they are run without any wrapper; each prints the path's end and the third line. */
const CASES: readonly (readonly [
  what: string,
  language: Language,
  program: string,
  args: Arguments,
  code: string,
])[] = [
  ['shell', 'shell', 'bash', direct('-c'), 'basename "$FILE_PATH"; echo "$FILE_CONTENT" | sed -n 3p'],
  [
    'shell that begins with a loop',
    'shell',
    'bash',
    direct('-c'),
    'for i in 1; do\nbasename "$FILE_PATH"; done; echo "$FILE_CONTENT" | sed -n 3p',
  ],
  [
    'javascript',
    'javascript',
    'node',
    direct('--input-type=module', '-e'),
    'import path from "node:path";\nconsole.log(path.basename(FILE_PATH));\nconsole.log(FILE_CONTENT.split("\\n")[2])',
  ],
  [
    'javascript that has such names itself',
    'javascript',
    'node',
    direct('--input-type=module', '-e'),
    'const FILE_CONTENT = "third é";\nFILE_PATH = "a b.txt";\nconsole.log(FILE_PATH + "\\n" + FILE_CONTENT)',
  ],
  [
    'python',
    'python',
    'python3',
    direct('-X', 'utf8', '-c'),
    'import os\nprint(os.path.basename(FILE_PATH))\nprint(FILE_CONTENT.splitlines()[2])',
  ],
  [
    'python that begins with a loop',
    'python',
    'python3',
    direct('-X', 'utf8', '-c'),
    'for line in [os_path for os_path in [FILE_PATH.split("/")[-1]]]:\n  print(line)\ndef third():\n  return FILE_CONTENT.splitlines()[2]\nprint(third())',
  ],
  [
    'python with a future import',
    'python',
    'python3',
    direct('-X', 'utf8', '-c'),
    'from __future__ import annotations\nprint(FILE_PATH.split("/")[-1])\nprint(FILE_CONTENT.splitlines()[2])',
  ],
  [
    'ruby',
    'ruby',
    'ruby',
    direct('-e'),
    'def third\n  FILE_CONTENT.lines[2]\nend\nputs File.basename(FILE_PATH), third',
  ],
  [
    'perl',
    'perl',
    'perl',
    direct('-CS', '-e'),
    'use strict; use warnings;\nprint((split "/", $FILE_PATH)[-1], "\\n", (split "\\n", $FILE_CONTENT)[2], "\\n");',
  ],
  [
    'php',
    'php',
    'php',
    inFile('a.php'),
    '<?php\ndeclare(strict_types=1);\nnamespace A;\necho \\basename($FILE_PATH), "\\n", \\explode("\\n", $FILE_CONTENT)[2], "\\n";',
  ],
  [
    'r',
    'r',
    'Rscript',
    direct('--vanilla', '-e'),
    'f <- function() strsplit(FILE_CONTENT, "\\n")[[1]][3]\ncat(basename(FILE_PATH), f(), sep="\\n")',
  ],
  [
    'elixir',
    'elixir',
    'elixir',
    inFile('a.exs'),
    'IO.puts(Path.basename(FILE_PATH))\nIO.puts(FILE_CONTENT |> String.split("\\n") |> Enum.at(2))',
  ],
  [
    'go, a whole program',
    'go',
    'go',
    inFile('main.go', 'run'),
    'package main\n\nimport (\n"fmt"\n"os"\n"path"\n"strings"\n)\n\nfunc third() string { return strings.Split(FILE_CONTENT, "\\n")[2] }\n\nfunc main() {\nfmt.Fprintln(os.Stdout, path.Base(FILE_PATH))\nfmt.Println(third())\n}',
  ],
  [
    'rust, a whole program',
    'rust',
    'rustc',
    compiled,
    'use std::path::Path;\nfn main() {\nprintln!("{}", Path::new(&FILE_PATH).file_name().unwrap().to_str().unwrap());\nprintln!("{}", FILE_CONTENT.lines().nth(2).unwrap());\n}',
  ],
  [
    'csharp, a whole program',
    'csharp',
    'mcs',
    mono,
    'using System;\nusing System.IO;\nclass P {\n  static void Main(string[] args) {\n    Console.WriteLine(Path.GetFileName(FILE_PATH));\n    Console.WriteLine(FILE_CONTENT.Split((char)10)[2]);\n  }\n}',
  ],
];

const COMMANDS = { rustc: 'sh', mcs: 'sh', node: process.execPath } as const satisfies Record<string, string>;
const commandOf = (program: string): string =>
  program in COMMANDS ? COMMANDS[program as keyof typeof COMMANDS] : program;

describe('code sees the path and the content of its file', () => {
  test.each(CASES)('%s', { timeout: 60_000 }, (what, language, program, args, code) => {
    if (!has(program)) {
      console.info(`skipped: ${what}, ${program} is not installed`);
      return;
    }
    const place = makePlace();
    const write = (name: string, text: string): string => {
      writeFileSync(join(place.root, name), text);
      return join(place.root, name);
    };
    const file = write('a b.txt', 'first\nsecond\nthird é\n');
    const env = {
      ...process.env,
      ...place.env,
      HOME: process.env.HOME,
      LC_ALL: 'C.UTF-8',
      [FILE_PATH]: file,
    };
    const run = spawnSync(commandOf(program), args(withFile(language, code), write), {
      env,
      encoding: 'utf8',
    });
    expect(run.stdout + run.stderr).toBe('a b.txt\nthird é\n');
  });
});

test.each([
  ['javascript', 'const a = 1;\n\nthrow new Error("here")', /:3:7/],
  ['python', 'a = 1\n\nraise ValueError("here")', /^Traceback.*\n +File "<string>", line 3, in <module>/],
  ['python', 'a = 1\n\nb = (', /line 3/],
  ['shell', 'a=1\n\nnosuch "$FILE_CONTENT"', /line 3|:3:/],
] as const)('errors name the caller’s own lines: %s', (language, code, lines) => {
  const place = makePlace();
  const file = join(place.root, 'x');
  writeFileSync(file, 'x');
  const [program, ...flags] = {
    javascript: [process.execPath, '--input-type=module', '-e'],
    python: ['python3', '-c'],
    shell: ['bash', '-c'],
  }[language] as [string, ...string[]];
  const env = { ...process.env, [FILE_PATH]: file };
  const { stderr } = spawnSync(program, [...flags, withFile(language, code)], { env, encoding: 'utf8' });
  expect(stderr).toMatch(lines);
});

test.each([
  [
    'go',
    'import "fmt"\nfmt.Println(FILE_PATH)',
    'import "fmt"\nFILE_PATH:=os.Getenv("FILE_PATH");_=FILE_PATH;fmt.Println(FILE_PATH)',
  ],
  ['go', 'fmt.Println(1)', 'fmt.Println(1)'],
  ['rust', 'println!("{}", 1);', 'println!("{}", 1);'],
  [
    'csharp',
    'using System;\nConsole.WriteLine(FILE_PATH);',
    'using System;\nvar FILE_PATH=System.Environment.GetEnvironmentVariable("FILE_PATH");Console.WriteLine(FILE_PATH);',
  ],
  ['php', 'echo 1;', ` $FILE_PATH=getenv('FILE_PATH');echo 1;`],
  ['shell', 'wc -c "$FILE_PATH"', 'wc -c "$FILE_PATH"'],
] as const)('bare lines of %s get what they use, on their own line: %j', (language, code, text) => {
  expect(withFile(language, code)).toBe(text);
});
