import { stamped, type Tool } from './failure.ts';

const list = <T>(items: readonly T[], print: (item: T, at: number) => string): string =>
  items.map(print).join('\n');

/** Runners of tests: what they print is written down from their formats. */
export const RUNNERS: readonly Tool[] = [
  {
    id: 'googletest',
    kind: 'tests',
    exit: 1,
    held: false,
    seed: 501,
    size: [10, 30, 6],
    start: () =>
      '[==========] Running 300 tests from 10 test suites.\n[----------] Global test environment set-up.',
    passed: (it) => `[ RUN      ] ${it.suite}.${it.pascal}\n[       OK ] ${it.suite}.${it.pascal} (0 ms)`,
    failed: (it) =>
      `[ RUN      ] ${it.suite}.${it.pascal}\n/src/tests/${it.suite}_test.cc:${it.line}: Failure\nExpected equality of these values:\n  compute(row)\n    Which is: ${it.got}\n  ${it.expected}\nwhile checking the row\n\n[  FAILED  ] ${it.suite}.${it.pascal} (1 ms)`,
    end: (f, n) =>
      `[----------] Global test environment tear-down\n[==========] ${n} tests from 10 test suites ran. (52 ms total)\n[  PASSED  ] ${n - f.length} tests.\n[  FAILED  ] ${f.length} tests, listed below:\n${list(f, (it) => `[  FAILED  ] ${it.suite}.${it.pascal}`)}\n\n ${f.length} FAILED TESTS`,
    facts: (it) => [`${it.suite}.${it.pascal}`, it.got, it.expected, `${it.suite}_test.cc:${it.line}`],
    summary: (f) => `[  FAILED  ] ${f} tests, listed below`,
  },
  {
    id: 'dotnet-test',
    kind: 'tests',
    exit: 1,
    held: false,
    seed: 502,
    size: [8, 30, 6],
    start: () =>
      '  Determining projects to restore...\n  Shop -> /src/Shop/bin/Debug/net8.0/Shop.dll\nTest run for /src/Shop.Tests/bin/Debug/net8.0/Shop.Tests.dll (.NETCoreApp,Version=v8.0)\nStarting test execution, please wait...\nA total of 1 test files matched the specified pattern.',
    passed: (it) => `  Passed Shop.Tests.${it.suite}Tests.${it.pascal} [< 1 ms]`,
    failed: (it) =>
      `[xUnit.net 00:00:00.${it.line}]     Shop.Tests.${it.suite}Tests.${it.pascal} [FAIL]\n  Failed Shop.Tests.${it.suite}Tests.${it.pascal} [3 ms]\n  Error Message:\n   Assert.Equal() Failure: Values differ\nExpected: ${it.expected}\nActual:   ${it.got}\n  Stack Trace:\n     at Shop.Tests.${it.suite}Tests.${it.pascal}() in /src/Shop.Tests/${it.suite}Tests.cs:line ${it.line}\n   at System.RuntimeMethodHandle.InvokeMethod(Object target, Void** arguments)\n   at System.Reflection.MethodBaseInvoker.InvokeWithNoArgs(Object obj)`,
    end: (f, n) =>
      `\nTest Run Failed.\nTotal tests: ${n}\n     Passed: ${n - f.length}\n     Failed: ${f.length}\n Total time: 1.9 Seconds`,
    facts: (it) => [it.pascal, `Expected: ${it.expected}`, it.got, `${it.suite}Tests.cs:line ${it.line}`],
    summary: (f) => `Failed: ${f}`,
  },
  {
    id: 'playwright',
    kind: 'tests',
    exit: 1,
    held: false,
    seed: 503,
    size: [10, 24, 6],
    start: () => '\nRunning 240 tests using 4 workers\n',
    passed: (it) =>
      `  ✓  ${it.line} [chromium] › tests/${it.suite}.spec.ts:${it.line}:5 › ${it.suite} › ${it.name} (812ms)`,
    failed: (it) =>
      `  ✘  ${it.line} [chromium] › tests/${it.suite}.spec.ts:${it.line}:5 › ${it.suite} › ${it.name} (5.8s)`,
    end: (f, n) =>
      `\n\n${list(
        f,
        (it, at) =>
          `  ${at + 1}) [chromium] › tests/${it.suite}.spec.ts:${it.line}:5 › ${it.suite} › ${it.name} ───────────────\n\n    Error: expect(locator).toHaveText(expected) failed\n\n    Locator:  getByTestId('total')\n    Expected: "${it.expected}"\n    Received: "${it.got}"\n    Timeout:  5000ms\n\n    Call log:\n      - Expect "toHaveText" with timeout 5000ms\n      - waiting for getByTestId('total')\n        9 × locator resolved to <span data-testid="total">${it.got}</span>\n          - unexpected value "${it.got}"\n\n      ${it.line + 2} |     await page.goto('/cart');\n    > ${it.line + 3} |     await expect(page.getByTestId('total')).toHaveText('${it.expected}');\n         |                                             ^\n        at /src/tests/${it.suite}.spec.ts:${it.line + 3}:45\n\n    Error Context: test-results/${it.suite}-${it.n}/error-context.md\n\n`,
      )}\n  ${f.length} failed\n${list(f, (it) => `    [chromium] › tests/${it.suite}.spec.ts:${it.line}:5 › ${it.suite} › ${it.name} ────`)}\n  ${n - f.length} passed (1.4m)`,
    facts: (it) => [it.name, it.expected, it.got, `${it.suite}.spec.ts:${it.line}`],
    summary: (f) => `${f} failed`,
  },
  {
    id: 'bazel-test',
    kind: 'tests',
    exit: 3,
    held: false,
    seed: 504,
    size: [20, 10, 9],
    start: () =>
      'INFO: Analyzed 200 targets (61 packages loaded, 1204 targets configured).\nINFO: Found 200 test targets...',
    passed: (it) => `//shop/${it.suite}:${it.snake}_test${' '.repeat(20)}PASSED in 0.3s`,
    failed: (it) =>
      `//shop/${it.suite}:${it.snake}_test${' '.repeat(20)}FAILED in 0.4s\n  /home/ci/.cache/bazel/testlogs/shop/${it.suite}/${it.snake}_test/test.log`,
    end: (f, n) =>
      `\nExecuted ${n} out of ${n} tests: ${n - f.length} tests pass and ${f.length} fail locally.\nINFO: Build completed, ${f.length} tests FAILED, 512 total actions`,
    facts: (it) => [`//shop/${it.suite}:${it.snake}_test`],
    summary: (f) => `${f} tests FAILED`,
  },
  {
    id: 'jest-of-job',
    kind: 'tests',
    exit: 1,
    held: false,
    seed: 505,
    size: [10, 24, 6],
    prefix: () => '[unit-tests] | ',
    passed: (it) => `    ✓ ${it.name} (2 ms)`,
    failed: (it) => `    ✕ ${it.name} (4 ms)`,
    end: (f, n) =>
      `\nSummary of all failing tests\n${list(f, (it) => `FAIL tests/${it.suite}.test.js\n  ● ${it.suite} › ${it.name}\n\n    expect(received).toEqual(expected) // deep equality\n\n    - Expected  - 1\n    + Received  + 1\n\n      Object {\n        "id": 7,\n    -   "total": ${it.expected},\n    +   "total": ${it.got},\n        "unit": "g",\n      }\n\n      ${it.line - 1} |   const row = load();\n    > ${it.line} |   expect(row).toEqual(wanted);\n         |               ^\n\n      at Object.toEqual (tests/${it.suite}.test.js:${it.line}:15)\n`)}\nTest Suites: ${new Set(f.map(({ suite }) => suite)).size} failed, 10 total\nTests:       ${f.length} failed, ${n - f.length} passed, ${n} total`,
    facts: (it) => [it.name, it.expected, it.got, `${it.suite}.test.js:${it.line}`],
    summary: (f) => `Tests:       ${f} failed`,
  },
  {
    id: 'pytest-in-ci',
    kind: 'tests',
    exit: 1,
    held: false,
    seed: 506,
    size: [10, 24, 6],
    prefix: stamped,
    start: () =>
      '============================= test session starts ==============================\nplatform linux -- Python 3.12.3, pytest-8.3.2\ncreated: 4/4 workers',
    passed: (it) => `[gw${it.n % 4}] [ 12%] PASSED tests/test_${it.suite}.py::test_${it.snake} `,
    failed: (it) => `[gw${it.n % 4}] [ 12%] FAILED tests/test_${it.suite}.py::test_${it.snake} `,
    end: (f, n) =>
      `\n=================================== FAILURES ===================================\n${list(f, (it) => `____________ test_${it.snake} ____________\n[gw${it.n % 4}] linux -- Python 3.12.3 /usr/bin/python3\n\n    def test_${it.snake}():\n        row = load()\n>       assert row.total == '${it.expected}'\nE       AssertionError: assert '${it.got}' == '${it.expected}'\nE         \nE         - ${it.expected}\nE         + ${it.got}\n\ntests/test_${it.suite}.py:${it.line}: AssertionError`)}\n=========================== short test summary info ============================\n${list(f, (it) => `FAILED tests/test_${it.suite}.py::test_${it.snake} - AssertionError: asser...`)}\n================== ${f.length} failed, ${n - f.length} passed in 9.11s ==================`,
    facts: (it) => [`test_${it.snake}`, it.expected, it.got, `test_${it.suite}.py:${it.line}`],
    summary: (f, n) => `${f} failed, ${n - f} passed`,
  },
  {
    id: 'tape-many',
    kind: 'tests',
    exit: 1,
    held: false,
    seed: 507,
    size: [10, 30, 24],
    start: () => 'TAP version 13',
    passed: (it) => `# ${it.suite} ${it.n}\nok ${it.line} ${it.name}`,
    failed: (it) =>
      `# ${it.suite} ${it.n}\nnot ok ${it.line} ${it.name}\n  ---\n    operator: deepEqual\n    expected: |-\n      { total: '${it.expected}', rows: [ 1, 2, 3 ] }\n    actual: |-\n      { total: '${it.got}', rows: [ 1, 2, 3 ] }\n    at: Test.<anonymous> (/src/tests/${it.suite}.js:${it.line}:7)\n    stack: |-\n      Error: ${it.name}\n          at Test.assert [as _assert] (/src/node_modules/tape/lib/test.js:492:48)\n          at Test.<anonymous> (/src/tests/${it.suite}.js:${it.line}:7)\n  ...`,
    end: (f, n) => `\n1..${n}\n# tests ${n}\n# pass  ${n - f.length}\n# fail  ${f.length}\n`,
    facts: (it) => [it.name],
    summary: (f) => `# fail  ${f}`,
  },
];
