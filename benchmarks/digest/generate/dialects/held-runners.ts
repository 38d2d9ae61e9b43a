import { stamped, type Tool } from './failure.ts';

const list = <T>(items: readonly T[], print: (item: T, at: number) => string): string =>
  items.map(print).join('\n');

/** Runners of tests that are not looked at while rules change. */
export const HELD_RUNNERS: readonly Tool[] = [
  {
    id: 'xctest',
    kind: 'tests',
    exit: 1,
    held: true,
    seed: 601,
    size: [10, 30, 6],
    start: () =>
      "Building for debugging...\nBuild complete! (12.41s)\nTest Suite 'All tests' started at 2026-11-30 12:00:00.123",
    passed: (it) =>
      `Test Case '-[ShopTests.${it.suite}Tests test${it.pascal}]' started.\nTest Case '-[ShopTests.${it.suite}Tests test${it.pascal}]' passed (0.001 seconds).`,
    failed: (it) =>
      `Test Case '-[ShopTests.${it.suite}Tests test${it.pascal}]' started.\n/src/Tests/ShopTests/${it.suite}Tests.swift:${it.line}: error: -[ShopTests.${it.suite}Tests test${it.pascal}] : XCTAssertEqual failed: ("${it.got}") is not equal to ("${it.expected}") - total of the row\nTest Case '-[ShopTests.${it.suite}Tests test${it.pascal}]' failed (0.112 seconds).`,
    end: (f, n) =>
      `Test Suite 'All tests' failed at 2026-11-30 12:00:09.001.\n\t Executed ${n} tests, with ${f.length} failures (0 unexpected) in 8.112 (8.243) seconds`,
    facts: (it) => [`test${it.pascal}`, it.got, it.expected, `${it.suite}Tests.swift:${it.line}`],
    summary: (f) => `with ${f} failures`,
  },
  {
    id: 'gradle-test',
    kind: 'tests',
    exit: 1,
    held: true,
    seed: 602,
    size: [10, 24, 6],
    start: () =>
      '> Task :compileJava UP-TO-DATE\n> Task :processResources NO-SOURCE\n> Task :classes UP-TO-DATE\n> Task :compileTestJava\n\n> Task :test',
    passed: (it) => `\n${it.suite}Test > ${it.snake}() PASSED`,
    failed: (it) =>
      `\n${it.suite}Test > ${it.snake}() FAILED\n    org.opentest4j.AssertionFailedError: expected: <${it.expected}> but was: <${it.got}>\n        at org.junit.jupiter.api.AssertionFailureBuilder.build(AssertionFailureBuilder.java:151)\n        at org.junit.jupiter.api.Assertions.assertEquals(Assertions.java:1145)\n        at com.example.shop.${it.suite}Test.${it.snake}(${it.suite}Test.java:${it.line})`,
    end: (f, n) =>
      `\n${n} tests completed, ${f.length} failed\n\n> Task :test FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':test'.\n> There were failing tests. See the report at: file:///src/build/reports/tests/test/index.html\n\n* Try:\n> Run with --scan to get full insights.\n\nBUILD FAILED in 14s\n3 actionable tasks: 2 executed, 1 up-to-date`,
    facts: (it) => [it.snake, `<${it.expected}>`, it.got, `${it.suite}Test.java:${it.line}`],
    summary: (f, n) => `${n} tests completed, ${f} failed`,
  },
  {
    id: 'cypress',
    kind: 'tests',
    exit: 6,
    held: true,
    seed: 603,
    size: [8, 24, 6],
    start: () =>
      '====================================================================================================\n\n  (Run Starting)\n\n  ┌────────────────────────────────────────────────────────────────────────────────────────────────┐\n  │ Cypress:        13.6.1                                                                          │\n  │ Browser:        Electron 114 (headless)                                                         │\n  └────────────────────────────────────────────────────────────────────────────────────────────────┘\n\n  Running:  cart.cy.js                                                                      (1 of 1)\n',
    passed: (it) => `    ✓ ${it.name} (214ms)`,
    failed: (it) => `    ${(it.n % 6) + 1}) ${it.name}`,
    end: (f, n) =>
      `\n\n  ${n - f.length} passing (2m)\n  ${f.length} failing\n\n${list(f, (it, at) => `  ${at + 1}) ${it.suite}\n       ${it.name}:\n\n      AssertionError: Timed out retrying after 4000ms: expected '<span.total>' to have text '${it.expected}', but the text was '${it.got}'\n      + expected - actual\n\n      -'${it.got}'\n      +'${it.expected}'\n\n      at Context.eval (webpack://shop/./cypress/e2e/${it.suite}.cy.js:${it.line}:31)\n`)}\n\n\n  (Results)\n\n  ┌────────────────────────────────────────────────────────────────────────────────────────────────┐\n  │ Tests:        ${n}                                                                              │\n  │ Failing:      ${f.length}                                                                       │\n  └────────────────────────────────────────────────────────────────────────────────────────────────┘\n`,
    facts: (it) => [it.name, it.expected, it.got, `${it.suite}.cy.js:${it.line}`],
    summary: (f) => `${f} failing`,
  },
  {
    id: 'exunit',
    kind: 'tests',
    exit: 2,
    held: true,
    seed: 604,
    size: [8, 30, 6],
    start: () => 'Running ExUnit with seed: 604211, max_cases: 8\n',
    passed: (it) => `  * test ${it.name} (0.3ms) [L#${it.line}]`,
    failed: (it) =>
      `  * test ${it.name} (1.1ms) [L#${it.line}]\n\n  ${it.n + 1}) test ${it.name} (Shop.${it.suite}Test)\n     test/${it.suite}_test.exs:${it.line}\n     Assertion with == failed\n     code:  assert total(row) == "${it.expected}"\n     left:  "${it.got}"\n     right: "${it.expected}"\n     stacktrace:\n       test/${it.suite}_test.exs:${it.line + 2}: (test)\n`,
    end: (f, n) => `\nFinished in 0.8 seconds (0.00s async, 0.8s sync)\n${n} tests, ${f.length} failures\n`,
    facts: (it) => [it.name, it.expected, it.got, `${it.suite}_test.exs:${it.line}`],
    summary: (f, n) => `${n} tests, ${f} failures`,
  },
  {
    id: 'mocha-in-ci',
    kind: 'tests',
    exit: 6,
    held: true,
    seed: 605,
    size: [8, 30, 6],
    prefix: stamped,
    passed: (it) => `    ✔ ${it.name}`,
    failed: (it) => `    ${(it.n % 6) + 1}) ${it.name}`,
    end: (f, n) =>
      `\n\n  ${n - f.length} passing (2s)\n  ${f.length} failing\n\n${list(f, (it, at) => `  ${at + 1}) ${it.suite}\n       ${it.name}:\n\n      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n+ actual - expected\n\n+ '${it.got}'\n- '${it.expected}'\n      + expected - actual\n\n      -${it.got}\n      +${it.expected}\n\n      at Context.<anonymous> (tests/${it.suite}.js:${it.line}:14)\n      at process.processImmediate (node:internal/timers:476:21)\n`)}\n`,
    facts: (it) => [it.name, it.expected, it.got, `${it.suite}.js:${it.line}`],
    summary: (f) => `${f} failing`,
  },
  {
    id: 'go-test-of-job',
    kind: 'tests',
    exit: 1,
    held: true,
    seed: 606,
    size: [8, 24, 6],
    prefix: () => 'backend-1  | ',
    passed: (it) =>
      `=== RUN   Test${it.suite}/${it.snake}\n    --- PASS: Test${it.suite}/${it.snake} (0.00s)`,
    failed: (it) =>
      `=== RUN   Test${it.suite}/${it.snake}\n    ${it.suite}_test.go:${it.line}: \n        \tError Trace:\t/src/${it.suite}_test.go:${it.line}\n        \tError:      \tNot equal: \n        \t            \texpected: "${it.expected}"\n        \t            \tactual  : "${it.got}"\n        \tTest:       \tTest${it.suite}/${it.snake}\n    --- FAIL: Test${it.suite}/${it.snake} (0.00s)`,
    end: (f) =>
      `FAIL\nFAIL\texample.com/shop/orders\t0.412s\nok  \texample.com/shop/cart\t0.011s\nFAIL\n${f.length === 0 ? '' : 'make: *** [Makefile:12: test] Error 1'}`,
    facts: (it) => [it.snake, it.expected, it.got, `${it.suite}_test.go:${it.line}`],
    summary: () => 'make: *** [Makefile:12: test] Error 1',
  },
  {
    id: 'catch2-many',
    kind: 'tests',
    exit: 24,
    held: true,
    seed: 607,
    size: [10, 20, 24],
    start: () =>
      '\n~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\ntests is a Catch2 v3.5.0 host application.\nRun with -? for options\n',
    passed: () => '',
    failed: (it) =>
      `-------------------------------------------------------------------------------\n${it.name}\n  ${it.suite}\n-------------------------------------------------------------------------------\n/src/tests/${it.suite}.cpp:${it.line - 4}\n...............................................................................\n\n/src/tests/${it.suite}.cpp:${it.line}: FAILED:\n  REQUIRE( total(row) == "${it.expected}" )\nwith expansion:\n  "${it.got}" == "${it.expected}"\n`,
    end: (f, n) =>
      `===============================================================================\ntest cases: ${n} | ${n - f.length} passed | ${f.length} failed\nassertions: ${n * 3} | ${n * 3 - f.length} passed | ${f.length} failed\n`,
    facts: (it) => [`${it.suite}.cpp:${it.line}: FAILED`],
    summary: (f, n) => `test cases: ${n} | ${n - f} passed | ${f} failed`,
  },
];
