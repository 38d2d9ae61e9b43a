import { expect, it } from 'vitest';
import { digestText } from '#features/governor/digest.ts';
import { failureName, nameBelow } from '#features/governor/signals/sections.ts';

const BUDGET = 3_700;
const digestOf = (lines: readonly string[]): string =>
  digestText(`${lines.join('\n')}\n`, { maxBytes: BUDGET }).text;
const range = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n));

it('shows the places of errors that a compiler tells in the same words', () => {
  const text = digestOf(
    range(40, (n) => [
      n % 2 === 0 ? 'error[E0308]: mismatched types' : `error[E0425]: cannot find function \`absent_${n}\``,
      `  --> src/part${n}.rs:${n + 10}:5`,
      '   |',
      `${n + 10} |     value + ${n}`,
      '   |     ^^^^^^^^^ expected `String`, found `u32`',
      '   |',
      'help: try using a conversion method',
      '   |',
      `${n + 10} |     (value + ${n}).to_string()`,
      '   |     +         +++++++++++++',
      '',
    ]).flat(),
  );
  for (const n of range(15, (at) => at)) expect(text).toContain(`src/part${n}.rs:${n + 10}:5`);
});

it.each([
  ['one row for each file', 1],
  ['several rows for each file', 3],
])('shows the rows of a table of complaints with their files: %s', (_, rows) => {
  const rule = ` ------ ${'-'.repeat(70)} `;
  const blocks = range(40, (n) => [
    rule,
    `  Line   src/Part${n}.php${n % 2 === 0 ? '' : ' (in context of class Shop\\Row)'}   `,
    rule,
    ...range(rows, (row) => `  ${row + 7}     Method Shop\\Part${n}::run${row}() has no return type. `),
    '         🪪  missingType.return',
    rule,
    '',
  ]).flat();
  const text = digestOf([' 40/40 [▓▓▓▓▓▓] 100%', '', ...blocks, ' [ERROR] Found 40 errors ']);
  for (const n of range(Math.floor(12 / rows), (at) => at)) {
    expect(text).toContain(`src/Part${n}.php`);
    expect(text).toContain(`Part${n}::run0()`);
  }
  expect(text).toContain('[ERROR] Found 40 errors');
  expect(text).toMatch(/\[not shown: \d+ more with errors/);
});

it('takes no column of numbers for complaints', () => {
  const text = digestOf(['  Line   total.csv', ...range(400, (n) => `  ${n}     value of ${n}`)]);
  expect(text).not.toContain('more with errors');
});

it('shows what pytest could not collect, and nothing of what passed', () => {
  const text = digestOf([
    '==================================== ERRORS ====================================',
    '______________________ ERROR collecting tests/test_two.py ______________________',
    'Traceback:',
    ...range(30, (n) => `/usr/lib/python3.11/importlib/__init__.py:${n}: in import_module`),
    'tests/test_two.py:1: in <module>',
    '    import shop_missing',
    "E   ModuleNotFoundError: No module named 'shop_missing'",
    '==================================== PASSES ====================================',
    ...range(120, (n) => [
      `_________________________________ test_rows[${n}] _________________________________`,
      '----------------------------- Captured stdout call -----------------------------',
      `row ${n} is written to the file of the day`,
    ]).flat(),
    '=========================== short test summary info ============================',
    'ERROR tests/test_two.py',
    '==================== 120 passed, 1 error in 4.63s ====================',
  ]);
  expect(text).toContain("No module named 'shop_missing'");
  expect(text).toContain('tests/test_two.py:1: in <module>');
  expect(text).not.toContain('more with errors');
});

it('shows name, place and values of failures that unittest lists and tells', () => {
  const name = (n: number): string => `test_keeps_row_${n} (tests.test_cart.TestCart.test_keeps_row_${n})`;
  const rule = '-'.repeat(70);
  const text = digestOf([
    ...range(500, (n) => `${name(n)} ... ${n % 60 === 0 ? 'FAIL' : 'ok'}`),
    '',
    ...range(9, (n) => [
      '='.repeat(70),
      `FAIL: ${name(n * 60)}`,
      rule,
      'Traceback (most recent call last):',
      `  File "/src/tests/test_cart.py", line ${n + 300}, in test_keeps_row_${n * 60}`,
      `    self.assertEqual('got-${n}', 'want-${n}')`,
      `AssertionError: 'got-${n}' != 'want-${n}'`,
      `- got-${n}`,
      `+ want-${n}`,
      '',
      '',
    ]).flat(),
    rule,
    'Ran 500 tests in 0.276s',
    '',
    'FAILED (failures=9)',
  ]);
  for (const n of range(9, (at) => at)) {
    expect(text).toContain(`FAIL: ${name(n * 60)}`);
    expect(text).toContain(`test_cart.py", line ${n + 300}`);
    expect(text).toContain(`'got-${n}' != 'want-${n}'`);
  }
});

it('tells the cases of one test of unittest apart', () => {
  const named = (row: number): string => `FAIL: test_rows (t.TestRows.test_rows) (row=${row})`;
  expect(failureName(named(1))).not.toBe(failureName(named(2)));
  expect(failureName('  test_rows (t.TestRows.test_rows) (row=1) ... FAIL')).toBe(failureName(named(1)));
});

it('takes a failure in a list of mocha for the one that is told below, by the line below its number', () => {
  expect(failureName('    12) adds the tax')).toBe(nameBelow('  2) cart', '       adds the tax:'));
  expect(nameBelow('  2) cart', '     Error: no')).toBeUndefined();
});

it('shows the tests of nested TAP that failed, not that their suites did', () => {
  const text = digestOf(
    range(12, (suite) => [
      `# Subtest: suite ${suite}`,
      ...range(60, (n) => [
        `    ok ${n} - row ${n}`,
        '      ---',
        '      duration_ms: 0.2',
        '      ...',
      ]).flat(),
      `    not ok 61 - loses the row ${suite}`,
      '      ---',
      `      location: '/src/tests/s${suite}.test.cjs:${suite + 40}:3'`,
      "      failureType: 'testCodeFailure'",
      '      error: |-',
      '        Expected values to be strictly equal:',
      '        ',
      `        + 'got-${suite}'`,
      `        - 'want-${suite}'`,
      '      ...',
      `not ok ${suite} - suite ${suite}`,
      '  ---',
      `  location: '/src/tests/s${suite}.test.cjs:4:1'`,
      "  failureType: 'subtestsFailed'",
      "  error: '1 subtest failed'",
      '  ...',
    ]).flat(),
  );
  for (const n of range(12, (at) => at)) {
    expect(text).toContain(`s${n}.test.cjs:${n + 40}:3`);
    expect(text).toContain(`'got-${n}'`);
  }
});

it('lets one complaint stand for hundreds in the same words, so that others are seen', () => {
  const text = digestOf(
    range(60, (n) => [
      `/src/part${n}.js`,
      ...range(8, (at) => `  ${at + 3}:3   error    'console' is not defined  no-undef`),
      ...(n === 41 ? ["  40:9  error    'missing_7' is not defined  no-undef"] : []),
      ...range(8, (at) => `  ${at + 3}:9   warning  Unexpected var  no-var`),
      ...(n === 17 ? ["  41:9  warning  'unused_8' is never used  no-unused-vars"] : []),
      '',
    ]).flat(),
  );
  expect(text).toContain("'missing_7' is not defined");
  expect(text).toContain("'unused_8' is never used");
  expect(text).toContain("'console' is not defined  no-undef … (480 lines like this)");
});

it('shows a package in a drawn tree that does not fit, and what asks for it', () => {
  const text = digestOf([
    ...range(400, (n) => [
      `Progress: resolved ${n * 7}, reused ${n}, downloaded ${n % 19}, added 0`,
      ...(n % 130 === 100
        ? [
            ` WARN  deprecated row-${n}@1.0.0: use rows instead`,
            ' ERR_PNPM_PEER_DEP_ISSUES  Unmet peer dependencies',
            '',
            `apps/shop-${n}`,
            `├─┬ @shop/cart-${n} 18.0.0`,
            `│ └── ✕ unmet peer react@^19.0.0: found 18.3.${n}`,
            '└─┬ @shop/tax 2.0.0',
            `  └─┬ rates-${n} 1.0.0`,
            `    └── ✕ missing peer vue@^3.0.${n}`,
          ]
        : []),
    ]).flat(),
    ' ELIFECYCLE  Command failed with exit code 1.',
  ]);
  for (const n of [100, 230, 360]) {
    expect(text).toContain(`├─┬ @shop/cart-${n} 18.0.0\n│ └── ✕ unmet peer react@^19.0.0: found 18.3.${n}`);
    expect(text).toContain(`  └─┬ rates-${n} 1.0.0\n    └── ✕ missing peer vue@^3.0.${n}`);
  }
  expect(text).toContain('ERR_PNPM_PEER_DEP_ISSUES');
});

it('shows all complaints of javac that maven passes on with times in front', () => {
  const lines = [
    ...range(
      220,
      (n) =>
        `[INFO] Downloaded from central: https://repo.example.com/g${n % 9}/a/${n}.pom (${n} kB at 9 kB/s)`,
    ),
    '[ERROR] COMPILATION ERROR : ',
    ...range(9, (n) => [
      `[ERROR] /src/main/java/shop/Part${n}.java:[${n + 20},17] cannot find symbol`,
      `[ERROR]   symbol:   method absent${n}()`,
      '[ERROR]   location: class shop.Row',
    ]).flat(),
    '[INFO] 9 errors ',
    '[INFO] BUILD FAILURE',
  ];
  const text = digestOf(
    lines.map((line, at) => `2026-11-30T12:00:${String(at % 60).padStart(2, '0')}.0000000Z ${line}`),
  );
  for (const n of range(9, (at) => at)) {
    expect(text).toContain(`Part${n}.java:[${n + 20},17]`);
    expect(text).toContain(`method absent${n}()`);
  }
  expect(text).toContain('[INFO] 9 errors');
});

it('names every test of go that failed as go names it', () => {
  const event = (test: string, action: string, output?: string): string =>
    JSON.stringify({
      Time: '2026-11-30T13:43:59.333473686Z',
      Action: action,
      Package: 'example.com/shop/cart',
      Test: test,
      Output: output,
    });
  const text = digestOf(
    range(240, (n) => {
      const test = `TestKeepsTheRow/case_${n}`;
      if (n % 20 !== 3)
        return [
          event(test, 'run'),
          event(test, 'output', `--- PASS: ${test} (0.00s)\n`),
          event(test, 'pass'),
        ];
      return [
        event(test, 'run'),
        event(test, 'output', `    cart_test.go:${n}: Total() = ${n}, want ${n + 1}\n`),
        event(test, 'output', `    --- FAIL: ${test} (0.00s)\n`),
        event(test, 'fail'),
      ];
    }).flat(),
  );
  for (const n of range(12, (at) => at * 20 + 3)) {
    expect(text).toContain(`--- FAIL: TestKeepsTheRow/case_${n} (`);
    expect(text).toContain(`Total() = ${n}, want ${n + 1}`);
  }
});
