import { errorFact, type Fact, fact, type Output } from '../corpus-case.ts';
import { lineOf, type PlannedSuite, type PlannedTest, pascal, planProject, snake } from './project.ts';
import { type Files, runTool, writeProject } from './run-tool.ts';

/** How a language writes a suite of tests, and what of a failure its runner prints. */
interface Dialect {
  readonly file: (suite: PlannedSuite) => string;
  readonly source: (suite: PlannedSuite) => string;
  /** What names a failed test in the output. */
  readonly nameOf: (test: PlannedTest) => string;
  /** How a place is written: path and line. Empty: the runner prints none. */
  readonly place: (path: string, line: number) => string;
  readonly files?: (suites: readonly PlannedSuite[]) => Files;
}

const isThrow = ({ end }: PlannedTest): boolean => end === 'throw';
const at = (path: string, line: number): string => `${path.split('/').at(-1)}:${line}`;
const quote = ({ end }: PlannedTest, value: string): string =>
  end === 'pass' || end === 'equal' ? value : `'${value}'`;

const jsTest = (assertion: (test: PlannedTest) => string) => (test: PlannedTest) =>
  isThrow(test)
    ? `  it('${test.name}', () => {\n    throw new Error('lost ${test.got}');\n  });`
    : `  it('${test.name}', () => {\n    ${assertion(test)}\n  });`;
const expectation = (test: PlannedTest): string =>
  test.end === 'object'
    ? `expect({ id: 1, sum: ${test.got}, tags: ['a', 'b'], unit: 'EUR' }).toEqual({ id: 1, sum: ${test.expected}, tags: ['a', 'b'], unit: 'EUR' });`
    : `expect(${quote(test, test.got === test.expected ? test.got : test.end === 'pass' ? test.expected : test.got)}).toBe(${quote(test, test.expected)});`;
const assertion = (test: PlannedTest): string =>
  test.end === 'object'
    ? `assert.deepStrictEqual({ id: 1, sum: ${test.got}, tags: ['a', 'b'] }, { id: 1, sum: ${test.expected}, tags: ['a', 'b'] });`
    : `assert.strictEqual(${quote(test, test.end === 'pass' ? test.expected : test.got)}, ${quote(test, test.expected)});`;

const javascript = (head: string, body: (test: PlannedTest) => string, ending: string): Dialect => ({
  file: ({ name }) => `tests/${name}${ending}`,
  source: ({ name, tests }) =>
    `${head}\n\ndescribe('${name}', () => {\n${tests.map(jsTest(body)).join('\n')}\n});\n`,
  nameOf: ({ name }) => name,
  place: at,
});

const PYTEST: Dialect = {
  file: ({ name }) => `tests/test_${name}.py`,
  source: ({ tests }) =>
    tests
      .map((test) =>
        isThrow(test)
          ? `def test_${snake(test.name)}():\n    raise KeyError("lost ${test.got}")\n`
          : test.end === 'object'
            ? `def test_${snake(test.name)}():\n    assert {"id": 1, "sum": ${test.got}} == {"id": 1, "sum": ${test.expected}}\n`
            : `def test_${snake(test.name)}():\n    value = ${quote(test, test.end === 'pass' ? test.expected : test.got)}\n    assert value == ${quote(test, test.expected)}\n`,
      )
      .join('\n\n'),
  nameOf: ({ name }) => `test_${snake(name)}`,
  place: at,
};

const UNITTEST: Dialect = {
  file: ({ name }) => `tests/test_${name}.py`,
  source: ({ name, tests }) =>
    `import unittest\n\n\nclass Test${pascal(name)}(unittest.TestCase):\n${tests
      .map((test) =>
        isThrow(test)
          ? `    def test_${snake(test.name)}(self):\n        raise KeyError("lost ${test.got}")\n`
          : `    def test_${snake(test.name)}(self):\n        self.assertEqual(${quote(test, test.end === 'pass' ? test.expected : test.got)}, ${quote(test, test.expected)})\n`,
      )
      .join('\n')}`,
  nameOf: ({ name }) => `test_${snake(name)}`,
  place: (path, line) => `${path.split('/').at(-1)}", line ${line}`,
  files: () => ({ 'tests/__init__.py': '' }),
};

const GO: Dialect = {
  file: ({ name }) => `${name}/${name}_test.go`,
  source: ({ name, tests }) =>
    `package ${name}\n\nimport "testing"\n\n${tests
      .map((test) => {
        const [got, want] = [test.end === 'pass' ? test.expected : test.got, test.expected].map((v) =>
          JSON.stringify(v),
        );
        return `func Test${pascal(test.name)}(t *testing.T) {\n\tgot, want := ${got}, ${want}\n\tif got != want {\n\t\tt.Errorf("Compute(${test.name.split(' ').at(-1)}) = %s, want %s", got, want)\n\t}\n}\n`;
      })
      .join('\n')}`,
  nameOf: ({ name }) => `--- FAIL: Test${pascal(name)}`,
  place: () => '',
  files: () => ({ 'go.mod': 'module example.com/shop\n\ngo 1.19\n' }),
};

const CARGO: Dialect = {
  file: ({ name }) => `tests/${name}.rs`,
  source: ({ tests }) =>
    tests
      .map((test) =>
        isThrow(test)
          ? `#[test]\nfn ${snake(test.name)}() {\n    let found: Option<u32> = None;\n    found.expect("lost ${test.got}");\n}\n`
          : `#[test]\nfn ${snake(test.name)}() {\n    assert_eq!(${test.end === 'text' ? `"${test.got}"` : test.end === 'pass' ? test.expected : test.got}, ${test.end === 'text' ? `"${test.expected}"` : test.expected}, "the sum differs");\n}\n`,
      )
      .join('\n'),
  nameOf: ({ name }) => snake(name),
  place: (path, line) => `${path}:${line}`,
  files: () => ({
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': '',
  }),
};

const JUNIT: Dialect = {
  file: ({ name }) => `src/test/java/shop/${pascal(name)}Test.java`,
  source: ({ name, tests }) =>
    `package shop;\n\nimport org.junit.jupiter.api.Test;\nimport static org.junit.jupiter.api.Assertions.*;\n\nclass ${pascal(name)}Test {\n${tests
      .map((test) =>
        isThrow(test)
          ? `  @Test\n  void ${snake(test.name)}() {\n    throw new IllegalStateException("lost ${test.got}");\n  }\n`
          : `  @Test\n  void ${snake(test.name)}() {\n    assertEquals("${test.expected}", "${test.end === 'pass' ? test.expected : test.got}");\n  }\n`,
      )
      .join('\n')}}\n`,
  nameOf: ({ name }) => snake(name),
  place: (path, line) => `:${line}`,
  files: () => ({
    'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>example</groupId><artifactId>shop</artifactId><version>1.0</version><properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties><dependencies><dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.10.2</version><scope>test</scope></dependency></dependencies><build><plugins>${[
      'resources:3.3.1',
      'compiler:3.13.0',
      'surefire:3.2.5',
    ]
      .map((plugin) => plugin.split(':'))
      .map(
        ([name, version]) =>
          `<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-${name}-plugin</artifactId><version>${version}</version></plugin>`,
      )
      .join('')}</plugins></build></project>\n`,
  }),
};

const PHPUNIT: Dialect = {
  file: ({ name }) => `tests/${pascal(name)}Test.php`,
  source: ({ name, tests }) =>
    `<?php\nuse PHPUnit\\Framework\\TestCase;\n\nfinal class ${pascal(name)}Test extends TestCase\n{\n${tests
      .map((test) =>
        isThrow(test)
          ? `    public function test${pascal(test.name)}(): void\n    {\n        throw new RuntimeException('lost ${test.got}');\n    }\n`
          : `    public function test${pascal(test.name)}(): void\n    {\n        $this->assertSame('${test.expected}', '${test.end === 'pass' ? test.expected : test.got}');\n    }\n`,
      )
      .join('\n')}}\n`,
  nameOf: ({ name }) => `test${pascal(name)}`,
  place: at,
};

const TESTDOX: Dialect = {
  ...PHPUNIT,
  nameOf: ({ name }) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('-', ' '),
};

const RSPEC: Dialect = {
  file: ({ name }) => `spec/${name}_spec.rb`,
  source: ({ name, tests }) =>
    `RSpec.describe '${name}' do\n${tests
      .map((test) =>
        isThrow(test)
          ? `  it '${test.name}' do\n    raise ArgumentError, 'lost ${test.got}'\n  end\n`
          : `  it '${test.name}' do\n    expect('${test.end === 'pass' ? test.expected : test.got}').to eq('${test.expected}')\n  end\n`,
      )
      .join('\n')}end\n`,
  nameOf: ({ name }) => name,
  place: at,
};

const MINITEST: Dialect = {
  file: ({ name }) => `test/${name}_test.rb`,
  source: ({ name, tests }) =>
    `require 'minitest/autorun'\n\nclass ${pascal(name)}Test < Minitest::Test\n${tests
      .map((test) =>
        isThrow(test)
          ? `  def test_${snake(test.name)}\n    raise ArgumentError, 'lost ${test.got}'\n  end\n`
          : `  def test_${snake(test.name)}\n    assert_equal '${test.expected}', '${test.end === 'pass' ? test.expected : test.got}'\n  end\n`,
      )
      .join('\n')}end\n`,
  nameOf: ({ name }) => `test_${snake(name)}`,
  place: at,
};

const MODULES = process.env['CORPUS_TOOLS'] ?? '/tmp/corpus-tools/node_modules';
const OURS = `${import.meta.dirname}/../../../node_modules`;
const JEST = javascript('', expectation, '.test.js');
const MOCHA = javascript("const assert = require('node:assert');", assertion, '.spec.js');
const NODE = javascript(
  "const assert = require('node:assert');\nconst { describe, it } = require('node:test');",
  assertion,
  '.test.cjs',
);
const VITEST = javascript("import { describe, expect, it } from 'vitest';", expectation, '.test.ts');

interface Run {
  readonly id: string;
  readonly dialect: Dialect;
  readonly command: string;
  readonly size: readonly [suites: number, tests: number, failures: number];
  readonly held?: boolean;
  readonly seed: number;
  /** What the runner says at its end, with the counts filled in. */
  readonly summary: (total: number, failed: number, suites: number) => string;
}

const RUNS: readonly Run[] = [
  { id: 'jest-suites', dialect: JEST, command: `node ${MODULES}/jest/bin/jest.js`, size: [10, 12, 8], seed: 101, summary: (n, f) => `Tests:       ${f} failed, ${n - f} passed, ${n} total` },
  { id: 'tap-of-mocha', dialect: MOCHA, command: `node ${MODULES}/mocha/bin/mocha.js -R tap 'tests/*.js'`, size: [8, 30, 6], seed: 102, summary: (_, f) => `# fail ${f}` },
  { id: 'vitest-suites', dialect: VITEST, command: `node ${OURS}/vitest/vitest.mjs run --root .`, size: [12, 10, 9], seed: 103, summary: (n, f) => `Tests  ${f} failed | ${n - f} passed (${n})` },
  { id: 'pytest-tb-short', dialect: PYTEST, command: 'python3 -m pytest -v --tb=short -p no:cacheprovider', size: [12, 20, 7], seed: 104, summary: (n, f) => `${f} failed, ${n - f} passed` },
  { id: 'go-json-events', dialect: GO, command: 'go test -json ./...', size: [4, 30, 5], seed: 105, summary: () => 'FAIL' },
  { id: 'phpunit-dox', dialect: TESTDOX, command: 'phpunit --testdox tests', size: [12, 30, 6], seed: 106, summary: (n) => `Tests: ${n}` },
  { id: 'rspec-dots', dialect: RSPEC, command: 'rspec', size: [12, 30, 12], seed: 107, summary: (n, f) => `${n} examples, ${f} failures` },
  {
    id: 'jest-verbose',
    dialect: JEST,
    command: `node ${MODULES}/jest/bin/jest.js --verbose`,
    size: [12, 40, 6],
    seed: 1,
    summary: (n, f) => `Tests:       ${f} failed, ${n - f} passed, ${n} total`,
  },
  {
    id: 'jest-many',
    dialect: JEST,
    command: `node ${MODULES}/jest/bin/jest.js`,
    size: [30, 12, 9],
    seed: 2,
    held: true,
    summary: (n, f) => `Tests:       ${f} failed, ${n - f} passed, ${n} total`,
  },
  {
    id: 'mocha-spec',
    dialect: MOCHA,
    command: `node ${MODULES}/mocha/bin/mocha.js 'tests/*.js'`,
    size: [14, 40, 7],
    seed: 3,
    summary: (_, f) => `${f} failing`,
  },
  {
    id: 'mocha-tap',
    dialect: MOCHA,
    command: `node ${MODULES}/mocha/bin/mocha.js -R tap 'tests/*.js'`,
    size: [20, 30, 5],
    seed: 4,
    held: true,
    summary: (_, f) => `# fail ${f}`,
  },
  {
    id: 'node-spec',
    dialect: NODE,
    command: 'node --test --test-reporter=spec tests/',
    size: [12, 40, 6],
    seed: 5,
    summary: (_, f) => `fail ${f}`,
  },
  {
    id: 'node-tap',
    dialect: NODE,
    command: 'node --test --test-reporter=tap tests/',
    size: [10, 40, 5],
    seed: 6,
    summary: (_, f) => `# fail ${f}`,
  },
  {
    id: 'node-tap-large',
    dialect: NODE,
    command: 'node --test --test-reporter=tap tests/',
    size: [30, 120, 7],
    seed: 26,
    held: true,
    summary: (_, f) => `# fail ${f}`,
  },
  {
    id: 'vitest-verbose',
    dialect: VITEST,
    command: `node ${OURS}/vitest/vitest.mjs run --root . --reporter=verbose`,
    size: [12, 50, 7],
    seed: 7,
    summary: (n, f) => `Tests  ${f} failed | ${n - f} passed (${n})`,
  },
  {
    id: 'vitest-default',
    dialect: VITEST,
    command: `node ${OURS}/vitest/vitest.mjs run --root .`,
    size: [40, 10, 10],
    seed: 8,
    held: true,
    summary: (n, f) => `Tests  ${f} failed | ${n - f} passed (${n})`,
  },
  {
    id: 'pytest-verbose',
    dialect: PYTEST,
    command: 'python3 -m pytest -v -p no:cacheprovider',
    size: [14, 40, 8],
    seed: 9,
    summary: (n, f) => `${f} failed, ${n - f} passed`,
  },
  {
    id: 'pytest-many',
    dialect: PYTEST,
    command: 'python3 -m pytest -p no:cacheprovider',
    size: [20, 20, 30],
    seed: 10,
    summary: (n, f) => `${f} failed, ${n - f} passed`,
  },
  {
    id: 'pytest-short',
    dialect: PYTEST,
    command: 'python3 -m pytest -v --tb=short -p no:cacheprovider',
    size: [18, 30, 6],
    seed: 11,
    held: true,
    summary: (n, f) => `${f} failed, ${n - f} passed`,
  },
  {
    id: 'unittest-verbose',
    dialect: UNITTEST,
    command: 'python3 -m unittest discover -v -s tests -t .',
    size: [12, 40, 6],
    seed: 12,
    summary: (n) => `Ran ${n} tests`,
  },
  {
    id: 'unittest-more',
    dialect: UNITTEST,
    command: 'python3 -m unittest discover -v -s tests -t .',
    size: [25, 40, 8],
    seed: 13,
    held: true,
    summary: (n) => `Ran ${n} tests`,
  },
  {
    id: 'go-test-verbose',
    dialect: GO,
    command: 'go test -v ./...',
    size: [12, 40, 6],
    seed: 14,
    summary: () => 'FAIL',
  },
  {
    id: 'go-test-json',
    dialect: GO,
    command: 'go test -json ./...',
    size: [10, 30, 4],
    seed: 15,
    held: true,
    summary: () => 'FAIL',
  },
  {
    id: 'cargo-test',
    dialect: CARGO,
    command: 'cargo test --offline --no-fail-fast',
    size: [8, 50, 6],
    seed: 16,
    summary: () => 'test result: FAILED',
  },
  {
    id: 'cargo-test-more',
    dialect: CARGO,
    command: 'cargo test --offline --no-fail-fast',
    size: [10, 60, 8],
    seed: 17,
    held: true,
    summary: () => 'test result: FAILED',
  },
  {
    id: 'surefire',
    dialect: JUNIT,
    command: 'mvn -o -B test',
    size: [10, 30, 5],
    seed: 18,
    summary: (n) => `Tests run: ${n}`,
  },
  {
    id: 'phpunit',
    dialect: PHPUNIT,
    command: 'phpunit tests',
    size: [15, 40, 7],
    seed: 19,
    summary: (n) => `Tests: ${n}`,
  },
  {
    id: 'phpunit-testdox',
    dialect: TESTDOX,
    command: 'phpunit --testdox tests',
    size: [12, 40, 5],
    seed: 20,
    held: true,
    summary: (n) => `Tests: ${n}`,
  },
  {
    id: 'rspec-doc',
    dialect: RSPEC,
    command: 'rspec -fd',
    size: [14, 40, 7],
    seed: 21,
    summary: (n, f) => `${n} examples, ${f} failures`,
  },
  {
    id: 'rspec-progress',
    dialect: RSPEC,
    command: 'rspec',
    size: [20, 40, 16],
    seed: 22,
    held: true,
    summary: (n, f) => `${n} examples, ${f} failures`,
  },
  {
    id: 'minitest-verbose',
    dialect: MINITEST,
    command: 'ruby -e \'Dir["./test/*.rb"].sort.each { |f| require f }\' -- -v --seed 5',
    size: [12, 40, 6],
    seed: 23,
    summary: (n) => `${n} runs`,
  },
];

/** From so many failures on, only each one's head line has to be shown. */
const MANY = 12;
/** And no more of them than fit into the budget beside the rest. */
const MOST_NAMES = 20;

function factsOf(run: Run, suites: readonly PlannedSuite[], sources: Files, text: string): readonly Fact[] {
  const failed = suites.flatMap((suite) =>
    suite.tests.filter(({ end }) => end !== 'pass').map((test) => ({ suite, test })),
  );
  const total = suites.reduce((sum, { tests }) => sum + tests.length, 0);
  const facts = failed.flatMap(({ suite, test }) => {
    const name = errorFact(run.dialect.nameOf(test));
    if (failed.length > MANY) return [name];
    const path = run.dialect.file(suite);
    const source = sources[path] ?? '';
    const written = [test.name, `${snake(test.name)}(`, `${pascal(test.name)}(`].find((text) =>
      source.includes(text),
    );
    // pytest and others point at the assertion, which holds the expected value; a thrown error holds the other one.
    const value = isThrow(test) ? `lost ${test.got}` : test.expected;
    const place = run.dialect.place(path, run.dialect === GO ? 0 : lineOf(source, value, written));
    const values = isThrow(test) && run.dialect !== GO ? [`lost ${test.got}`] : [test.got, test.expected];
    return [name, ...values.map(errorFact), ...(place === '' ? [] : [fact(place)])];
  });
  if (failed.length > MANY) facts.sort((a, b) => text.indexOf(a.text) - text.indexOf(b.text)).splice(MOST_NAMES);
  return [...facts, errorFact(run.summary(total, failed.length, suites.length))];
}

function produce(run: Run): Output {
  const [suites, tests, failures] = run.size;
  const plan = planProject({ seed: run.seed, suites, tests, failures });
  const sources = Object.fromEntries(
    plan.map((suite) => [run.dialect.file(suite), run.dialect.source(suite)]),
  );
  const folder = writeProject(run.id, { ...run.dialect.files?.(plan), ...sources });
  if (run.dialect === VITEST) runTool(folder, `ln -s ${OURS} node_modules`);
  if (run.dialect === JEST) runTool(folder, 'echo {} > package.json');
  const { text, exit } = runTool(folder, run.command);
  return {
    id: run.id,
    kind: 'tests',
    exit,
    held: run.held ?? false,
    facts: factsOf(run, plan, sources, text),
    text,
  };
}

/** Outputs of test runners; those that `wanted` names, or all. */
export const testRunners = (wanted: (id: string) => boolean): readonly (() => Output)[] =>
  RUNS.filter(({ id }) => wanted(id)).map((run) => () => produce(run));
