import { stamped, type Tool } from './failure.ts';

const list = <T>(items: readonly T[], print: (item: T, at: number) => string): string =>
  items.map(print).join('\n');

/** Compilers, linters and bundlers. What they complain of stands among what they compile. */
export const CHECKERS: readonly Tool[] = [
  {
    id: 'ruff-full',
    kind: 'compilers',
    exit: 1,
    held: false,
    seed: 511,
    size: [10, 20, 60],
    passed: () => '',
    failed: (it) =>
      `F821 Undefined name \`${it.snake}\`\n  --> shop/${it.suite}.py:${it.line}:12\n   |\n${it.line - 1} | def run(row):\n${it.line} |     return ${it.snake}(row)\n   |            ${'^'.repeat(12)}\n${it.line + 1} |\n   |\n`,
    end: (f) => `Found ${f.length} errors.`,
    facts: (it) => [`shop/${it.suite}.py:${it.line}`],
    summary: (f) => `Found ${f} errors`,
  },
  {
    id: 'golangci-lint',
    kind: 'compilers',
    exit: 1,
    held: false,
    seed: 512,
    size: [10, 20, 60],
    passed: () => '',
    failed: (it) =>
      `internal/${it.suite}/${it.suite}.go:${it.line}:9: Error return value of \`store.${it.pascal}\` is not checked (errcheck)\n\tstore.${it.pascal}(ctx, row)\n\t     ^`,
    end: (f) => `${f.length} issues:\n* errcheck: ${f.length}`,
    facts: (it) => [`${it.suite}.go:${it.line}`],
    summary: (f) => `${f} issues`,
  },
  {
    id: 'swift-build',
    kind: 'compilers',
    exit: 1,
    held: false,
    seed: 513,
    size: [10, 20, 9],
    start: () =>
      'Fetching https://github.com/apple/swift-log.git\nComputing version for https://github.com/apple/swift-log.git\nBuilding for debugging...',
    passed: (it) => `[${it.n}/220] Compiling Shop ${it.pascal}.swift`,
    failed: (it) =>
      `[${it.n}/220] Compiling Shop ${it.pascal}.swift\n/src/Sources/Shop/${it.suite}.swift:${it.line}:17: error: cannot convert value of type '${it.pascal}' to expected argument type 'Int'\n    let sum = add(${it.snake})\n                  ^\n/src/Sources/Shop/${it.suite}.swift:${it.line + 4}:9: warning: variable 'old${it.n}' was never used; consider replacing with '_' or removing it`,
    end: () => 'error: fatalError',
    facts: (it) => [`${it.suite}.swift:${it.line}`, it.pascal],
    summary: () => 'error: fatalError',
  },
  {
    id: 'webpack',
    kind: 'compilers',
    exit: 1,
    held: false,
    seed: 514,
    size: [10, 20, 8],
    start: () =>
      'asset main.js 1.2 MiB [emitted] [minimized] (name: main) 1 related asset\nasset vendor.js 840 KiB [emitted] (name: vendor)\nruntime modules 3.1 KiB 12 modules',
    passed: (it) => `  ./src/${it.suite}/${it.snake}.js 2.${it.n} KiB [built] [code generated]`,
    failed: (it) => `  ./src/${it.suite}/${it.snake}.js 1.${it.n} KiB [built] [code generated]`,
    end: (f) =>
      `${list(f, (it) => `\nERROR in ./src/${it.suite}/${it.snake}.js ${it.line}:0-38\nModule not found: Error: Can't resolve './${it.pascal}' in '/src/src/${it.suite}'\nresolve './${it.pascal}' in '/src/src/${it.suite}'\n  using description file: /src/package.json (relative path: ./src)\n    Field 'browser' doesn't contain a valid alias configuration\n    no extension\n      /src/src/${it.suite}/${it.pascal} doesn't exist\n @ ./src/index.js 4:0-30`)}\n\nwebpack 5.90.0 compiled with ${f.length} errors in 4211 ms`,
    facts: (it) => [`${it.snake}.js ${it.line}:0-38`, `Can't resolve './${it.pascal}'`],
    summary: (f) => `compiled with ${f} errors`,
  },
  {
    id: 'phpstan-table',
    kind: 'compilers',
    exit: 1,
    held: false,
    seed: 515,
    size: [8, 20, 30],
    start: () => ' 160/160 [▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓] 100%\n',
    passed: () => '',
    failed: (it) =>
      ` ------ ---------------------------------------------------------------------- \n  Line   src/${it.pascal}.php                                                   \n ------ ---------------------------------------------------------------------- \n  ${it.line}    Parameter #1 $row of method Shop\\${it.pascal}::add() expects int, string given. \n         🪪  argument.type                                                  \n ------ ---------------------------------------------------------------------- \n`,
    end: (f) => `\n [ERROR] Found ${f.length} errors                                                     \n`,
    facts: (it) => [`src/${it.pascal}.php`],
    summary: (f) => `[ERROR] Found ${f} errors`,
  },
  {
    id: 'stylelint',
    kind: 'compilers',
    exit: 2,
    held: false,
    seed: 516,
    size: [10, 20, 60],
    prefix: stamped,
    passed: () => '',
    failed: (it) =>
      `\nsrc/${it.suite}/${it.snake}.css\n  ${it.line}:10  ✖  Unexpected unknown property "${it.snake}"  property-no-unknown\n   9:1   ⚠  Expected empty line before rule  rule-empty-line-before`,
    end: (f) => `\n✖ ${f.length * 2} problems (${f.length} errors, ${f.length} warnings)\n`,
    facts: (it) => [`"${it.snake}"`],
    summary: (f) => `✖ ${f * 2} problems`,
  },
  {
    id: 'shellcheck',
    kind: 'compilers',
    exit: 1,
    held: false,
    seed: 517,
    size: [10, 20, 60],
    passed: () => '',
    failed: (it) =>
      `\nIn scripts/${it.suite}.sh line ${it.line}:\nrm -rf $${it.snake}/\n       ^-- SC2086 (info): Double quote to prevent globbing and word splitting.\n       ^-- SC2115 (error): Use "\${var:?}" to ensure this never expands to / .\n\nDid you mean: \nrm -rf "$${it.snake}"/\n`,
    end: () =>
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own writing
      'For more information:\n  https://www.shellcheck.net/wiki/SC2115 -- Use "${var:?}" to ensure this never expands\n  https://www.shellcheck.net/wiki/SC2086 -- Double quote to prevent globbing',
    facts: (it) => [`In scripts/${it.suite}.sh line ${it.line}:`],
    summary: () => 'SC2115',
  },
];

/** The same for those that are not looked at while rules change. */
export const HELD_CHECKERS: readonly Tool[] = [
  {
    id: 'pyright',
    kind: 'compilers',
    exit: 1,
    held: true,
    seed: 611,
    size: [10, 20, 60],
    passed: () => '',
    failed: (it) =>
      `/src/shop/${it.suite}.py\n  /src/shop/${it.suite}.py:${it.line}:14 - error: Argument of type "str" cannot be assigned to parameter "${it.snake}" of type "int" in function "add"\n    "str" is not assignable to "int" (reportArgumentType)`,
    end: (f) => `${f.length} errors, 0 warnings, 0 informations `,
    facts: (it) => [`${it.suite}.py:${it.line}`],
    summary: (f) => `${f} errors, 0 warnings`,
  },
  {
    id: 'clippy',
    kind: 'compilers',
    exit: 101,
    held: true,
    seed: 612,
    size: [10, 20, 8],
    passed: (it) => `    Checking ${it.suite}-${it.n} v0.${it.n}.1`,
    failed: (it) =>
      `error: this \`${it.snake}\` can be collapsed\n  --> src/${it.suite}.rs:${it.line}:9\n   |\n${it.line} | /         if row.is_open() {\n${it.line + 1} | |             if row.total > 0 {\n   | |_____________^\n   |\n   = help: for further information visit https://rust-lang.github.io/rust-clippy/master/index.html#collapsible_if\nhelp: collapse nested if block\n   |\n${it.line} ~         if row.is_open()\n${it.line + 1} ~             && row.total > 0 {\n   |\n`,
    end: (f) => `error: could not compile \`shop\` (lib) due to ${f.length} previous errors`,
    facts: (it) => [`src/${it.suite}.rs:${it.line}`, it.snake],
    summary: (f) => `due to ${f} previous errors`,
  },
  {
    id: 'kotlinc-gradle',
    kind: 'compilers',
    exit: 1,
    held: true,
    seed: 613,
    size: [10, 20, 12],
    prefix: stamped,
    passed: (it) => `> Task :${it.suite}:generate${it.pascal} UP-TO-DATE`,
    failed: (it) =>
      `e: file:///src/src/main/kotlin/shop/${it.suite}.kt:${it.line}:21 Unresolved reference '${it.pascal}'.\nw: file:///src/src/main/kotlin/shop/${it.suite}.kt:${it.line + 7}:9 Variable 'x${it.n}' is never used.`,
    end: () =>
      "\n> Task :compileKotlin FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':compileKotlin'.\n> Compilation error. See log for more details\n\nBUILD FAILED in 6s",
    facts: (it) => [`${it.suite}.kt:${it.line}`],
    summary: () => "Execution failed for task ':compileKotlin'",
  },
  {
    id: 'esbuild',
    kind: 'compilers',
    exit: 1,
    held: true,
    seed: 614,
    size: [10, 20, 30],
    passed: () => '',
    failed: (it) =>
      `✘ [ERROR] Could not resolve "./${it.snake}"\n\n    src/${it.suite}/index.ts:${it.line}:21:\n      ${it.line} │ import { run } from "./${it.snake}";\n         ╵                      ~~~~~~~~~~~~~~~~\n`,
    end: (f) => `${f.length} errors`,
    facts: (it) => [`"./${it.snake}"`, `src/${it.suite}/index.ts:${it.line}`],
    summary: (f) => `${f} errors`,
  },
  {
    id: 'rubocop',
    kind: 'compilers',
    exit: 1,
    held: true,
    seed: 615,
    size: [10, 20, 60],
    start: () => `Inspecting 200 files\n${'.'.repeat(150)}CWE${'.'.repeat(47)}\n\nOffenses:\n`,
    passed: () => '',
    failed: (it) =>
      `app/models/${it.suite}.rb:${it.line}:3: E: Lint/Syntax: unexpected token ${it.snake}\n  def ${it.snake}(row\n      ^^^^^^^^^^^^\napp/models/${it.suite}.rb:${it.line + 9}:7: C: Style/StringLiterals: Prefer single-quoted strings.\n  "a"\n  ^^^`,
    end: (f) =>
      `\n200 files inspected, ${f.length * 2} offenses detected, ${f.length} offenses autocorrectable`,
    facts: (it) => [`${it.suite}.rb:${it.line}`],
    summary: (f) => `${f * 2} offenses detected`,
  },
  {
    id: 'msbuild',
    kind: 'compilers',
    exit: 1,
    held: true,
    seed: 616,
    size: [10, 30, 9],
    start: () =>
      'MSBuild version 17.8.3+195e7f5a3 for .NET\n  Determining projects to restore...\n  All projects are up-to-date for restore.',
    passed: (it) =>
      `/src/Shop/${it.suite}.cs(${it.line},13): warning CS8618: Non-nullable property '${it.pascal}' must contain a non-null value when exiting constructor. [/src/Shop/Shop.csproj]`,
    failed: (it) =>
      `/src/Shop/${it.suite}.cs(${it.line},22): error CS1061: 'Row' does not contain a definition for '${it.pascal}' and no accessible extension method [/src/Shop/Shop.csproj]`,
    end: (f, n) =>
      `\nBuild FAILED.\n\n    ${n - f.length} Warning(s)\n    ${f.length} Error(s)\n\nTime Elapsed 00:00:07.90`,
    facts: (it) => [`${it.suite}.cs(${it.line},22)`],
    summary: (f) => `${f} Error(s)`,
  },
  {
    id: 'eslint-of-job',
    kind: 'compilers',
    exit: 1,
    held: true,
    seed: 617,
    size: [10, 20, 60],
    prefix: () => 'web:lint: ',
    passed: () => '',
    failed: (it) =>
      `\n/src/web/${it.suite}/${it.snake}.js\n   ${it.line}:10  error    '${it.snake}' is not defined  no-undef\n     9:1   warning  Unexpected console statement      no-console`,
    end: (f) =>
      `\n✖ ${f.length * 2} problems (${f.length} errors, ${f.length} warnings)\n\n ERROR  command (/src/web) npm run lint exited (1)`,
    facts: (it) => [`'${it.snake}' is not defined`],
    summary: (f) => `✖ ${f * 2} problems`,
  },
];
