import { expect, it } from 'vitest';
import { ALL_HINTS } from '#features/governor/signals/hints.ts';
import { findSignal, signalOf } from '#features/governor/signals/signal-lines.ts';

/** Lines as the tools of the trade print them. */
const ERRORS = [
  'npm error code ELSPROBLEMS',
  '├── UNMET DEPENDENCY qs@^6.16.1',
  'shop   ledger-7c9f   0/1   CrashLoopBackOff   214   3d',
  'cart/cart.go:20:9: cannot use value * 6400 (value of type int) as type string in return statement',
  'Error: x',
  'error: something broke',
  'ERROR in ./src/app.js 3:1-20',
  '[ERROR] Failed to execute goal on project demo',
  '2026-11-30T10:00:00Z ERROR http: request rejected',
  'src/a.ts(3,5): error TS2322: Type string is not assignable to type number.',
  'error[E0308]: mismatched types',
  'foo.py:1:0: E1101: Instance of Foo has no bar member (no-member)',
  'TypeError: x is not a function',
  'java.lang.NullPointerException',
  'Exception in thread "main" java.io.IOException: disk',
  "thread 'main' panicked at src/main.rs:2:5:",
  'panic: runtime error: index out of range [3] with length 3',
  'Traceback (most recent call last):',
  'E       assert 1 == 2',
  'FAILED tests/test_cart.py::test_tax - AssertionError',
  '--- FAIL: TestTax (0.00s)',
  'FAIL tests/cart.test.ts > adds tax: expected 119, received 100',
  'not ok 3 - adds tax',
  '    not ok 1 - nested',
  '✗ fails',
  '  ✖ 3 problems (2 errors, 1 warning)',
  ' × adds tax 12ms',
  '  3 failing',
  'Tests:       1 failed, 12 passed, 13 total',
  'Failures: 2, Errors: 0, Skipped: 1',
  'ok=2 changed=0 unreachable=0 failed=1',
  '10 errors generated.',
  '1 error and 0 warnings',
  'make: *** [Makefile:3: all] Error 1',
  'npm ERR! code ELIFECYCLE',
  'npm error code E404',
  'ld returned 1 exit status',
  'collect2: error: ld returned 1 exit status',
  "/usr/bin/ld: main.o: undefined reference to `f'",
  'fatal: not a git repository (or any of the parent directories): .git',
  ' ! [rejected]        main -> main (non-fast-forward)',
  'CONFLICT (content): Merge conflict in README.md',
  'bash: foo: command not found',
  'cat: a.txt: No such file or directory',
  'ls: cannot open directory /root: Permission denied',
  'curl: (7) Failed to connect to localhost port 80: Connection refused',
  'curl: (6) Could not resolve host: example.invalid',
  'Segmentation fault (core dumped)',
  'Killed',
  'Out of memory: Killed process 12 (node)',
  'Process exited with code 137',
  'The command "make" exited with 2.',
  'subprocess returned non-zero exit status 1',
  'context deadline exceeded',
  'request timed out after 30 s',
  'Error: Timeout of 2000ms exceeded.',
  'HTTP/1.1 404 Not Found',
  'ModuleNotFoundError: No module named yaml',
  'UnhandledPromiseRejectionWarning: Unhandled promise rejection',
  'BUILD FAILED in 3s',
  'program received signal SIGSEGV',
  'error: 0 bytes could be written',
  'level=error msg="cannot connect"',
  '{"level":"error","msg":"no route"}',
  '  ● cart › adds tax',
  "x.py:3:1: F401 'os' imported but unused",
  'src/pkg/mod.py:88:101: E501 Line too long (120 > 100)',
  'connect ECONNREFUSED 127.0.0.1:5432',
  'ENOENT: open a.txt',
  'npm code EADDRINUSE',
  'getaddrinfo ENOTFOUND registry.example',
  'ORA-00942: table or view does not exist',
  'ORA-00001: unique constraint (A.B) violated',
  'the renderer crashed',
  '==12== Invalid read of size 4',
  '==12== Invalid write of size 8',
  '{"level":50,"time":1700000000,"msg":"gone"}',
  '{"time":1, "level": 60, "msg":"gone"}',
  '{"level":"fatal","msg":"gone"}',
  '10.0.0.1 - - [30/Nov/2026:10:00:00 +0000] "GET /cart HTTP/1.1" 502 157 "-" "curl/8"',
  'POST /api/orders 500 12.3 ms - 42',
];

const WARNINGS = [
  'warning: unused variable: `x`',
  'npm warn deprecated glob@7.2.3',
  'WARN  slow query',
  'foo.py:3:0: W0611: Unused import os (unused-import)',
  'src/a.c:3:5: warning: implicit declaration of function f [-Wimplicit-function-declaration]',
  '⚠ 2 vulnerabilities',
  '0 errors, 3 warnings',
  'a.py:3: DeprecationWarning: invalid escape sequence',
  'a.py:9: PendingDeprecationWarning: soon',
  'x.py:3:1: W291 trailing whitespace',
];

const GOOD = [
  '0 errors',
  'Found 0 errors. Watching for file changes.',
  'no failures',
  'errors: 0',
  'Failures: 0, Errors: 0, Skipped: 1',
  '12 passed, 0 failed',
  'ok=2 changed=0 unreachable=0 failed=0 skipped=1',
  '    0 Warning(s)',
  '    0 Error(s)',
  'Tests run: 12, Failures: 0, Errors: 0, Skipped: 0',
  'Build completed without errors',
  'finished without any errors',
  '# fail 0',
  '{"errors": 0, "warnings": 0}',
  '{"ok":true,"error":null}',
  'level=info msg=done error=nil',
  'no test failures',
  'terror',
  'a mirror of terrors',
  'src/core/errors.ts',
  ' src/core/errors.ts | 12 +++---',
  '-rw-r--r-- 1 u u 120 Nov 30 10:15 error.log',
  'fail-fast: true',
  'failover is off',
  'timeout: 30s',
  'timeout = 5000',
  'exit 0, 12 ms',
  'Process exited with code 0',
  '✓ throws an error for bad input (3 ms)',
  '  ✔ fails on an empty name',
  'ok 12 - fails without a name',
  'PASS tests/errors.test.ts',
  '--- PASS: TestError (0.00s)',
  'test parser::error_is_kept ... ok',
  'tests/test_errors.py::test_failure PASSED [ 50%]',
  '[       OK ] Errors.Thrown (0 ms)',
  'Compiling errno v0.3.9',
  'commit e123abc',
  'added 240 packages in 3s',
  'a plain line of output',
  '10.0.0.1 - - [30/Nov/2026:10:00:00 +0000] "GET /cart HTTP/1.1" 200 512 "-" "curl/8"',
  'GET /cart 200 512',
  '{"level":30,"msg":"listening on 5000"}',
  '{"level":"info","msg":"ok"}',
  '{"level":500}',
  'EXPECTED ENOUGH EMAIL ENTRIES EVERYWHERE',
  'copied 512 files',
  '● nginx.service - a web server',
  '  ● Console',
  'ISO-8601 and UTF-16',
  '',
];

it.each(ERRORS)('an error: %s', (line) => expect(signalOf(line)).toBe(2));
it.each(WARNINGS)('a warning: %s', (line) => expect(signalOf(line)).toBe(1));
it.each(GOOD)('nothing wrong: %s', (line) => expect(signalOf(line)).toBe(0));

it('colours do not hide an error once they are taken out, and a long line costs no more than a short one', () => {
  const long = `${'a '.repeat(1_000_000)} error`;
  const startMs = performance.now();
  expect(signalOf(long)).toBe(0);
  expect(performance.now() - startMs).toBeLessThan(1000);
});

it('finds the worst signal anywhere in a long line, and where it stands', () => {
  const line = `warning ${'a '.repeat(5000)}ERROR ${'b '.repeat(5000)}FATAL ${'c '.repeat(5000)}`;
  expect(findSignal(line)).toEqual({ level: 3, at: line.indexOf('FATAL') });
  expect(findSignal(line.replace('FATAL', 'fine!'))).toEqual({ level: 2, at: line.indexOf('ERROR') });
  expect(findSignal('a '.repeat(5000))).toBeUndefined();
});

it('takes the advice of pylint for none of its errors', () => {
  expect(signalOf('shop/quote.py:1:0: C0116: Missing function or method docstring')).toBe(0);
  expect(signalOf("shop/quote.py:4:4: W0612: Unused variable 'idle'")).toBe(1);
  expect(signalOf("shop/quote.py:4:4: E0602: Undefined variable 'gone'")).toBe(2);
});

it.each([...ERRORS, ...WARNINGS, ...GOOD])('tries every expression that may match: %s', (line) => {
  expect(findSignal(line)).toEqual(findSignal(line, ALL_HINTS));
});
