import { errorFact, type Fact, fact, type Output } from '../corpus-case.ts';
import { type Files, runTool, writeProject } from './run-tool.ts';

/** A program or command with a known end. */
interface Run {
  readonly id: string;
  readonly kind: string;
  readonly files: Files;
  readonly command: string;
  readonly facts: readonly Fact[];
  readonly held?: boolean;
}

const REPO = `${import.meta.dirname}/../../..`;
/** Lines that a program prints before it breaks. */
const CHATTER = 400;

const RUNS: readonly Run[] = [
  {
    id: 'crash-node',
    kind: 'crashes',
    files: {
      'src/loader.mjs': `export function loadPrice(row) {\n  return row.price.amount;\n}\n`,
      'main.mjs': `import { loadPrice } from './src/loader.mjs';\nfor (let i = 0; i < ${CHATTER}; i++) console.log(\`loaded row \${i} of the price list in \${i % 7} ms\`);\n[{}].map((row) => loadPrice(row));\n`,
    },
    command: 'node main.mjs',
    facts: ["TypeError: Cannot read properties of undefined (reading 'amount')", 'loader.mjs:2'].map(
      errorFact,
    ),
  },
  {
    id: 'crash-python-chained',
    kind: 'crashes',
    files: {
      'shop/__init__.py': '',
      'shop/rates.py':
        'TABLE = {}\n\n\ndef rate(country):\n    try:\n        return TABLE[country]\n    except KeyError as missing:\n        raise LookupError(f"no tax rate for {country}") from missing\n',
      'main.py': `from shop.rates import rate\n\nfor i in range(${CHATTER}):\n    print(f"row {i} was priced with the default rate", flush=True)\nrate("atlantis")\n`,
    },
    command: 'python3 main.py',
    facts: ['LookupError: no tax rate for atlantis', "KeyError: 'atlantis'", 'rates.py", line 8'].map(
      errorFact,
    ),
  },
  {
    id: 'crash-python-deep',
    kind: 'crashes',
    held: true,
    files: {
      'main.py': `import json\nimport sys\n\nsys.setrecursionlimit(300)\n\n\ndef walk(node, depth):\n    if depth > 120:\n        return json.loads(node)\n    return walk(node, depth + 1)\n\n\nfor i in range(${CHATTER}):\n    print(f"visit {i}", flush=True)\nwalk("{broken", 0)\n`,
    },
    command: 'python3 main.py',
    facts: [
      'json.decoder.JSONDecodeError: Expecting property name enclosed in double quotes',
      'main.py", line 9',
    ].map(errorFact),
  },
  {
    id: 'crash-java-caused-by',
    kind: 'crashes',
    held: true,
    files: {
      'Main.java': `import java.util.*;\nclass Main {\n  static int price(Map<String, Integer> all, String key) { return all.get(key); }\n  static void load(int depth) {\n    if (depth > 30) {\n      try { price(new HashMap<>(), "lamp"); }\n      catch (NullPointerException e) { throw new IllegalStateException("price list 4711 is broken", e); }\n    } else load(depth + 1);\n  }\n  public static void main(String[] args) {\n    for (int i = 0; i < ${CHATTER}; i++) System.out.println("INFO loaded shelf " + i);\n    load(0);\n  }\n}\n`,
    },
    command: 'javac Main.java && java Main',
    facts: [
      'java.lang.IllegalStateException: price list 4711 is broken',
      'Caused by: java.lang.NullPointerException',
      'Main.java:7',
    ].map(errorFact),
  },
  {
    id: 'crash-go-panic',
    kind: 'crashes',
    files: {
      'go.mod': 'module example.com/worker\n\ngo 1.19\n',
      'main.go': `package main\n\nimport (\n\t"fmt"\n\t"sync"\n\t"time"\n)\n\nfunc pick(list []int, at int) int {\n\treturn list[at]\n}\n\nfunc main() {\n\tvar wait sync.WaitGroup\n\tfor i := 0; i < 20; i++ {\n\t\twait.Add(1)\n\t\tgo func() { time.Sleep(time.Minute); wait.Done() }()\n\t}\n\tfor i := 0; i < ${CHATTER}; i++ {\n\t\tfmt.Println("worker took job", i)\n\t}\n\ttime.Sleep(20 * time.Millisecond)\n\tfmt.Println(pick([]int{1, 2, 3}, len("seven..")))\n}\n`,
    },
    command: 'go build -o app . && GOTRACEBACK=all ./app',
    facts: ['panic: runtime error: index out of range [7] with length 3', 'main.go:10'].map(errorFact),
  },
  {
    id: 'crash-rust-backtrace',
    kind: 'crashes',
    held: true,
    files: {
      'main.rs': `fn pick(list: &[u32], at: usize) -> u32 {\n    list[at]\n}\n\nfn main() {\n    for i in 0..${CHATTER} {\n        println!("took job {i}");\n    }\n    let list = vec![1, 2, 3];\n    println!("{}", pick(&list, std::env::args().count() + 8));\n}\n`,
    },
    command: 'rustc -g main.rs && RUST_BACKTRACE=1 ./main',
    facts: ['index out of bounds: the len is 3 but the index is 9', 'main.rs:2'].map(errorFact),
  },
  {
    id: 'crash-ruby',
    kind: 'crashes',
    files: {
      'lib/price.rb': 'class Price\n  def self.of(row)\n    Integer(row.fetch(:amount))\n  end\nend\n',
      'main.rb': `require_relative 'lib/price'\n${CHATTER}.times { |i| puts "row #{i} is priced" }\n$stdout.flush\nPrice.of({ amount: 'twelve' })\n`,
    },
    command: 'ruby main.rb',
    facts: ['invalid value for Integer(): "twelve" (ArgumentError)', 'price.rb:3'].map(errorFact),
  },
  {
    id: 'crash-php',
    kind: 'crashes',
    held: true,
    files: {
      'price.php': '<?php\nfunction price(array $row): int {\n  return $row["amount"]->cents();\n}\n',
      'main.php': `<?php\nrequire __DIR__ . '/price.php';\nfor ($i = 0; $i < ${CHATTER}; $i++) echo "row $i is priced\\n";\nprice(['amount' => 12]);\n`,
    },
    command: 'php -d display_errors=1 -d html_errors=0 main.php',
    facts: ['Uncaught Error: Call to a member function cents() on int', 'price.php:3'].map(errorFact),
  },
  {
    id: 'crash-gdb',
    kind: 'crashes',
    files: {
      'main.c': `#include <stdio.h>\nstruct row { int amount; };\nint price(struct row *row) {\n  return row->amount;\n}\nint main(void) {\n  for (int i = 0; i < ${CHATTER}; i++) printf("row %d is priced\\n", i);\n  fflush(stdout);\n  return price(NULL);\n}\n`,
    },
    command: 'gcc -g main.c -o app && gdb -batch -ex run -ex bt ./app',
    facts: ['received signal SIGSEGV, Segmentation fault.', 'main.c:4', 'main.c:9'].map(errorFact),
  },
  {
    id: 'crash-valgrind',
    kind: 'crashes',
    held: true,
    files: {
      'main.c': `#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n  int *all = malloc(10 * sizeof *all);\n  for (int i = 0; i < ${CHATTER}; i++) printf("row %d is priced\\n", i);\n  fflush(stdout);\n  all[10] = 3;\n  printf("%d\\n", all[10]);\n  return 0;\n}\n`,
    },
    command: 'gcc -g main.c -o app && valgrind --leak-check=full --error-exitcode=9 ./app',
    facts: [
      ...['Invalid write of size 4', 'main.c:7', 'definitely lost: 40 bytes in 1 blocks'].map(errorFact),
      fact('ERROR SUMMARY: 3 errors'),
    ],
  },
  {
    id: 'cmake-missing',
    kind: 'builds',
    held: true,
    files: {
      'CMakeLists.txt': `cmake_minimum_required(VERSION 3.10)\nproject(shop C)\ninclude(CheckIncludeFile)\n${Array.from({ length: 60 }, (_, i) => `check_include_file(sys/part${i}.h HAS_${i})`).join('\n')}\nfind_package(Lantern 3.2 REQUIRED)\n`,
    },
    command: 'cmake -S . -B build',
    facts: ['CMake Error at CMakeLists.txt:64 (find_package)', 'Lantern'].map(errorFact),
  },
  {
    id: 'make-tests-shell',
    kind: 'builds',
    files: {
      Makefile: `all: ${Array.from({ length: 90 }, (_, i) => `step${i}`).join(' ')}\nstep%:\n\t@echo "building step $*"; for i in 1 2 3 4; do echo "  copied part $$i of $* to build/out/part-$$i.bin"; done; if [ $* = 71 ]; then echo "checksum of part 3 is 9f31, expected 77ac"; exit 3; fi\n`,
    },
    command: 'make -k',
    facts: ['checksum of part 3 is 9f31, expected 77ac', 'make: *** [Makefile:3: step71] Error 3'].map(
      errorFact,
    ),
  },
  {
    id: 'npm-ls',
    kind: 'packages',
    files: {
      'package.json':
        '{ "name": "shop", "version": "1.0.0", "dependencies": { "lantern-core": "^3.0.0", "zod": "^2.0.0" } }\n',
    },
    command: `mkdir -p node_modules && cp -rs ${REPO}/node_modules/zod node_modules/ && for p in $(ls ${REPO}/node_modules | grep -v '^@' | head -150); do [ -e node_modules/$p ] || { mkdir -p node_modules/$p && cp ${REPO}/node_modules/$p/package.json node_modules/$p/; }; done 2>/dev/null; npm ls --all`,
    facts: ['npm error code ELSPROBLEMS'].map(errorFact),
  },
  {
    id: 'node-deprecations',
    kind: 'crashes',
    files: {
      'main.cjs': `const { EventEmitter } = require('node:events');\nfor (let i = 0; i < 900; i++) console.log('tick', i, 'queue length', i % 13, 'waiting', i % 5);\nconst bus = new EventEmitter();\nfor (let i = 0; i < 11; i++) bus.on('price', () => {});\nsetTimeout(() => Promise.reject(new RangeError('rate 4711 is above the limit')), 5);\n`,
    },
    command: 'node main.cjs',
    facts: ['RangeError: rate 4711 is above the limit', 'MaxListenersExceededWarning', 'main.cjs:5'].map(
      errorFact,
    ),
  },
];

/** Outputs of programs that break, of builds and package managers. */
export const programs = (wanted: (id: string) => boolean): readonly (() => Output)[] =>
  RUNS.filter(({ id }) => wanted(id)).map(({ id, kind, files, command, facts, held = false }) => () => ({
    ...runTool(writeProject(id, files), command),
    id,
    kind,
    held,
    facts,
  }));
