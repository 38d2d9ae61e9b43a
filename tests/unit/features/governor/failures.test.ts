import { expect, it } from 'vitest';
import { digestText } from '#features/governor/digest.ts';
import { failureName, startsSection } from '#features/governor/signals/sections.ts';

const BUDGET = 3_700;
const digestOf = (lines: readonly string[]): string =>
  digestText(`${lines.join('\n')}\n`, { maxBytes: BUDGET }).text;

/** How a runner prints a test that passed, and one that failed, with all about it. */
interface Runner {
  readonly passed: (n: number) => string;
  readonly failed: (n: number) => readonly string[];
  readonly summary: string;
}

const name = (n: number): string => `keeps the row ${n}`;
const RUNNERS: Readonly<Record<string, Runner>> = {
  jest: {
    passed: (n) => `    ✓ ${name(n)} (2 ms)`,
    failed: (n) =>
      `    ✕ ${name(n)} (3 ms)\n\n  ● cart › ${name(n)}\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: want-${n}\n    Received: got-${n}\n\n      75 |   });\n    > 76 |     expect(a).toBe(b);\n         |               ^\n\n      at Object.toBe (tests/cart.test.js:${n}:18)\n      at run (node_modules/jest-circus/build/run.js:12:3)\n`.split(
        '\n',
      ),
    summary: 'Tests:       8 failed, 400 passed, 408 total',
  },
  vitest: {
    passed: (n) => ` ✓ tests/cart.test.ts > cart > ${name(n)} 12ms`,
    failed: (n) =>
      ` FAIL  tests/cart.test.ts > cart > ${name(n)}\nAssertionError: expected got-${n} to be want-${n} // Object.is equality\n\nExpected: "want-${n}"\nReceived: "got-${n}"\n\n ❯ tests/cart.test.ts:${n}:18\n     24|   });\n     25|   it('x', () => {\n\n⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/8]⎯\n`.split(
        '\n',
      ),
    summary: '      Tests  8 failed | 400 passed (408)',
  },
  pytest: {
    passed: (n) => `tests/test_cart.py::test_row_${n} PASSED             [ 25%]`,
    failed: (n) =>
      `_______________________ ${name(n)} ________________________\n\n    def test_row():\n        value = 1\n>       assert value == other\nE       AssertionError: assert 'got-${n}' == 'want-${n}'\nE         \nE         - want-${n}\nE         + got-${n}\n\ntests/test_cart.py:${n}: AssertionError`.split(
        '\n',
      ),
    summary: '======================== 8 failed, 400 passed in 9.28s =========================',
  },
  'go test -v': {
    passed: (n) => `--- PASS: TestRow${n} (0.00s)`,
    failed: (n) => [
      `=== RUN   ${name(n)}`,
      `    cart_test.go:${n}: Total() = got-${n}, want want-${n}`,
      `--- FAIL: ${name(n)} (0.00s)`,
    ],
    summary: 'FAIL\texample.com/shop/cart\t0.006s',
  },
  'cargo test': {
    passed: (n) => `test row_${n} ... ok`,
    failed: (n) =>
      `---- ${name(n)} stdout ----\n\nthread 'row' (12576) panicked at tests/cart.rs:${n}:5:\nassertion \`left == right\` failed\n  left: got-${n}\n right: want-${n}\nstack backtrace:\n   0: __rustc::rust_begin_unwind\n             at /rustc/59807/library/std/src/panicking.rs:689:5\n`.split(
        '\n',
      ),
    summary: 'test result: FAILED. 400 passed; 8 failed; 0 ignored; 0 measured',
  },
  rspec: {
    passed: (n) => `  row ${n} is kept`,
    failed: (n) =>
      `  ${n % 10}) ${name(n)}\n     Failure/Error: expect('a').to eq('b')\n\n       expected: "want-${n}"\n            got: "got-${n}"\n\n       (compared using ==)\n     # ./spec/cart_spec.rb:${n}:in \`block (2 levels)'\n`.split(
        '\n',
      ),
    summary: '408 examples, 8 failures',
  },
};

it.each(Object.entries(RUNNERS))('shows name, values and place of every failure: %s', (_, runner) => {
  const failures = [71, 122, 203, 254, 305, 356, 377, 398];
  const lines = Array.from({ length: 400 }, (__, n) =>
    failures.includes(n) ? runner.failed(n) : [runner.passed(n)],
  ).flat();
  const text = digestOf([...lines, runner.summary]);
  for (const n of failures)
    for (const wanted of [name(n), `want-${n}`, `got-${n}`, `:${n}`]) expect(text).toContain(wanted);
  expect(text).toContain(runner.summary);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BUDGET);
});

it('shows each of many complaints that differ in their place only, in their order', () => {
  const lines = Array.from(
    { length: 90 },
    (_, n) => `src/part${n}.ts(${n},3): error TS2304: Cannot find name 'x${n}'.`,
  );
  const text = digestOf(lines);
  for (let n = 0; n < 20; n += 1) expect(text).toContain(`src/part${n}.ts(${n},3)`);
  expect(text).toMatch(/not shown: \d+ more with errors/);
});

it('lets a complaint of another kind stand before the rest of the many', () => {
  const lines = Array.from(
    { length: 200 },
    (_, n) => `src/part${n}.ts(${n},3): error TS2304: Cannot find name 'x${n}'.`,
  );
  lines[150] = 'src/odd.ts(4,1): error TS5055: Cannot write file.';
  expect(digestOf(lines)).toContain('src/odd.ts(4,1)');
});

it('shows an error behind a failure that is no part of it', () => {
  const rest = Array.from({ length: 300 }, (_, n) => `info: step ${n} is done and well`);
  const text = digestOf([
    '  ● cart › adds',
    '',
    '    Expected: 1',
    '    Received: 2',
    '',
    ...rest.slice(0, 20),
    'ERROR db: no route to host',
    ...rest,
  ]);
  expect(text).toContain('ERROR db: no route to host');
});

it('shows no more of a heading than stands before its rule', () => {
  const ruled = `src/a.js:22:7 lint/suspicious/noDoubleEquals ${'━'.repeat(60)}`;
  const text = digestOf([
    ...Array.from({ length: 200 }, (_, n) => `  looked at part ${n}`),
    ruled,
    '',
    '  × Using == may be unsafe.',
    ...Array.from({ length: 200 }, (_, n) => `  then at part ${n}`),
  ]);
  expect(text).toContain('src/a.js:22:7 lint/suspicious/noDoubleEquals …');
  expect(text).toContain('× Using == may be unsafe.');
});

it.each([
  'error: retry 501 of 0x501f',
  '3) in the third place',
  '[INFO] BUILD',
  '  1) a list in a text that goes on',
  'FAILURES!',
  '✖ 3 problems (2 errors, 1 warning)',
])('takes for no heading of a failure, or for one that changes nothing: %s', (line) => {
  const rest = Array.from({ length: 300 }, (_, n) => `plain line ${n} of the text`);
  expect(digestOf([line, ...rest, 'ERROR: gave up', ...rest])).toContain('ERROR: gave up');
});

it('knows a failure again under each of its forms', () => {
  expect(startsSection('FAIL: test_a (tests.A.test_a)', 'F'.charCodeAt(0))).toBe(true);
  for (const form of [
    '    ✕ keeps the row (3 ms)',
    '  ● cart › keeps the row',
    ' × tests/cart.test.ts > cart > keeps the row 111ms',
    ' FAIL  tests/cart.test.ts > cart > keeps the row',
  ])
    expect(failureName(form)).toBe('keeps the row');
  for (const form of [
    '____ test_a ____',
    'tests/a.py::test_a FAILED [ 12%]',
    'FAILED tests/a.py::test_a - assert 1 == 2',
    'test_a (tests.A.test_a) ... FAIL',
    'test test_a ... FAILED',
    '---- test_a stdout ----',
  ])
    expect(failureName(form)).toBe('test_a');
});
