import { type PlannedSuite, type PlannedTest, pascal, snake } from './project.ts';
import type { Files } from './run-tool.ts';

/** How a language writes a suite of tests, and what of a failure its runner prints. */
export interface Dialect {
  readonly file: (suite: PlannedSuite) => string;
  readonly source: (suite: PlannedSuite) => string;
  /** What names a failed test in the output. */
  readonly nameOf: (test: PlannedTest) => string;
  /** How a place is written: path and line. Empty: the runner prints none. */
  readonly place: (path: string, line: number) => string;
  readonly files?: (suites: readonly PlannedSuite[]) => Files;
}

/** True for a test that throws instead of comparing. */
export const isThrow = ({ end }: PlannedTest): boolean => end === 'throw';
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

export const PYTEST: Dialect = {
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

export const UNITTEST: Dialect = {
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

export const GO: Dialect = {
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

export const CARGO: Dialect = {
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

export const JUNIT: Dialect = {
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
  place: (_, line) => `:${line}`,
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

export const PHPUNIT: Dialect = {
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

export const TESTDOX: Dialect = {
  ...PHPUNIT,
  nameOf: ({ name }) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('-', ' '),
};

export const RSPEC: Dialect = {
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

export const MINITEST: Dialect = {
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

export const JEST = javascript('', expectation, '.test.js');
export const MOCHA = javascript("const assert = require('node:assert');", assertion, '.spec.js');
export const NODE = javascript(
  "const assert = require('node:assert');\nconst { describe, it } = require('node:test');",
  assertion,
  '.test.cjs',
);
export const VITEST = javascript("import { describe, expect, it } from 'vitest';", expectation, '.test.ts');
