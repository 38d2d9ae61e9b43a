import { describe, expect, it } from 'vitest';
import { chunkDocument, kindOf } from '#features/knowledge/chunkers/index.ts';
import { chunk, titleAt, titles } from './passages.ts';

const LABEL = 'shell: make it';
const lines = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${make(index)}\n`).join('');

describe('diffs', () => {
  const hunk = (at: number): string =>
    `@@ -${at},3 +${at},4 @@ function f() {\n context\n${lines(20, (i) => `${i % 2 ? '-' : '+'}  some changed line ${i}`)}`;
  it('begins a passage at every file; the path is the title', () => {
    const text = `diff --git a/src/a.ts b/src/a.ts\nindex 1..2\n--- a/src/a.ts\n+++ b/src/a.ts\n${hunk(1)}${hunk(90)}diff --git a/b.md b/c d.md\nrename to c d.md\n`;
    expect(titles(LABEL, text)).toContain('src/a.ts');
    expect(titleAt(LABEL, text, 'rename to')).toBe('b.md');
  });

  it('reads plain unified diffs, and takes a removed line for no file', () => {
    const text = `--- a/x.c\t2026-01-01\n+++ b/x.c\t2026-01-02\n@@ -1,3 +1,3 @@\n--- not/a.file at all\n+++ x\n`;
    expect(titles('a.patch', text)).toEqual(['x.c']);
  });
});

describe('logs', () => {
  const record = (i: number): string =>
    `2026-03-01 08:27:${String(i % 60).padStart(2, '0')},866 INFO a.b.C - did ${i}`;
  it('has the times as title and a narrow passage', () => {
    const passages = chunk(LABEL, lines(200, record));
    expect(passages[0]?.title).toMatch(/^2026-03-01 08:27:00 - 2026-03-01 08:27:\d\d$/);
    expect(Math.max(...passages.map((p) => p.endByte - p.startByte))).toBeLessThanOrEqual(1000);
  });

  it('leaves a stack trace with its message and names the exception', () => {
    const trace = `${record(30)}\njava.lang.IllegalStateException: no lease\n${lines(12, (i) => `\tat com.acme.Pool.take(Pool.java:${i})`)}`;
    const text = `${lines(9, record)}${lines(9, record)}${trace}${lines(30, record)}`;
    const title = titleAt(LABEL, text, 'did 30');
    expect(title).toContain('java.lang.IllegalStateException: no lease');
    expect(titleAt(LABEL, text, 'Pool.java:11')).toBe(title);
  });

  it.each([
    ['access log', '10.0.0.1 - - [14/Mar/2026:00:00:21 +0000] "GET / HTTP/1.1" 200 1'],
    ['syslog', 'Mar  1 00:00:08 host2 kernel: something'],
    ['ISO', '2026-03-01T00:00:00.365Z ##[group]Run'],
    ['clock', '[08:27:11] building'],
    ['level', 'WARN  something odd'],
  ])('knows the form of a record: %s', (_, record_) => {
    expect(kindOf(LABEL, Buffer.from(lines(5, () => record_)))).toBe('output');
  });
});

describe('test runners', () => {
  const passed = lines(30, (i) => ` ✓ src/a${i}.test.ts (5 tests) 12ms`);
  it.each([
    [
      'vitest',
      passed,
      ' FAIL  src/b.test.ts > suite > adds up\nAssertionError: no',
      'src/b.test.ts > suite > adds up',
    ],
    [
      'jest',
      lines(30, (i) => `PASS src/a${i}.test.ts`),
      '  ● suite › adds up\n\n    expect(1)',
      'suite › adds up',
    ],
    [
      'pytest',
      lines(30, (i) => `tests/test_${i}.py ....... [ ${i}%]`),
      '______ test_adds_up ______\n\nE  x',
      'test_adds_up',
    ],
    [
      'go',
      lines(60, (i) => `=== RUN   TestA${i}`),
      '--- FAIL: TestAddsUp (0.00s)\n    a_test.go:1: x',
      'TestAddsUp',
    ],
    ['cargo', lines(60, (i) => `test a::b${i} ... ok`), '---- a::adds_up stdout ----\nx', 'a::adds_up'],
    ['TAP', lines(60, (i) => `ok ${i} - fine`), 'not ok 61 - adds up\n  ---\n  x', 'adds up'],
  ])('%s: begins a passage at the report of a failure, the test as title', (_, before, report, title) => {
    const text = `${before}\n${report}\n${before}`;
    const passage = [...chunkDocument(LABEL, Buffer.from(text))].find((one) => one.title.includes(title));
    expect(passage?.title).toBe(title);
    const start = Buffer.from(text).subarray(passage?.startByte).toString();
    expect(start.startsWith(report.slice(0, 12))).toBe(true);
    expect(kindOf(LABEL, Buffer.from(text))).toBe('output');
  });
});

it('output of no known kind is cut by paragraph and line; a file named above lines is the title', () => {
  const text = `\n/repo/src/a.ts\n${lines(12, (i) => `  ${i}:1  error  no-unused-vars and some more words`)}\n/repo/src/b.ts\n${lines(30, (i) => `  ${i}:1  error  no-console`)}`;
  expect(titleAt(LABEL, text, '29:1')).toBe('/repo/src/b.ts');
});

it.each([
  ['shell: cat x.json', '{\n  "a": 1\n}\n', 'doc'],
  ['src/x.TS', 'const a = 1;', 'code'],
  ['script', '#!/usr/bin/env python3\nimport os\n', 'code'],
  ['shell: node build.js', 'built 3 files\n', 'doc'],
  ['notes.md', '2026-03-01T00:00:00Z\n', 'doc'],
  ['out.jsonl', '{}\n', 'output'],
] as const)('kind of %s', (name, text, kind) => {
  expect(kindOf(name, Buffer.from(text))).toBe(kind);
});
