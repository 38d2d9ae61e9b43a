import { errorFact, type Fact, fact, type Output } from '../corpus-case.ts';
import {
  CARGO,
  type Dialect,
  GO,
  isThrow,
  JEST,
  JUNIT,
  MINITEST,
  MOCHA,
  NODE,
  PHPUNIT,
  PYTEST,
  RSPEC,
  TESTDOX,
  UNITTEST,
  VITEST,
} from './dialects.ts';
import { lineOf, type PlannedSuite, pascal, planProject, snake } from './project.ts';
import { type Files, runTool, writeProject } from './run-tool.ts';

const MODULES = process.env.CORPUS_TOOLS ?? '/tmp/corpus-tools/node_modules';
const OURS = `${import.meta.dirname}/../../../node_modules`;
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
  {
    id: 'jest-suites',
    dialect: JEST,
    command: `node ${MODULES}/jest/bin/jest.js`,
    size: [10, 12, 8],
    seed: 101,
    summary: (n, f) => `Tests:       ${f} failed, ${n - f} passed, ${n} total`,
  },
  {
    id: 'tap-of-mocha',
    dialect: MOCHA,
    command: `node ${MODULES}/mocha/bin/mocha.js -R tap 'tests/*.js'`,
    size: [8, 30, 6],
    seed: 102,
    summary: (_, f) => `# fail ${f}`,
  },
  {
    id: 'vitest-suites',
    dialect: VITEST,
    command: `node ${OURS}/vitest/vitest.mjs run --root .`,
    size: [12, 10, 9],
    seed: 103,
    summary: (n, f) => `Tests  ${f} failed | ${n - f} passed (${n})`,
  },
  {
    id: 'pytest-tb-short',
    dialect: PYTEST,
    command: 'python3 -m pytest -v --tb=short -p no:cacheprovider',
    size: [12, 20, 7],
    seed: 104,
    summary: (n, f) => `${f} failed, ${n - f} passed`,
  },
  {
    id: 'go-json-events',
    dialect: GO,
    command: 'go test -json ./...',
    size: [4, 30, 5],
    seed: 105,
    summary: () => 'FAIL',
  },
  {
    id: 'phpunit-dox',
    dialect: TESTDOX,
    command: 'phpunit --testdox tests',
    size: [12, 30, 6],
    seed: 106,
    summary: (n) => `Tests: ${n}`,
  },
  {
    id: 'rspec-dots',
    dialect: RSPEC,
    command: 'rspec',
    size: [12, 30, 12],
    seed: 107,
    summary: (n, f) => `${n} examples, ${f} failures`,
  },
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
const MOST_NAMES = 15;

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
  if (failed.length > MANY)
    facts.sort((a, b) => text.indexOf(a.text) - text.indexOf(b.text)).splice(MOST_NAMES);
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
