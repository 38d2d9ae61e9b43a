import { expect, it } from 'vitest';
import { join, kindOf, repeat, show } from './show.ts';

const hits = repeat(600, (i) => ({
  path: `src/m${i % 30}/file-${i % 60}.ts`,
  line: i + 1,
  text: `  throw new Error(${i});`,
}));

it.each([
  ['with numbers', join(hits.map(({ path, line, text }) => `${path}:${line}:${text}`))],
  ['without', join(hits.map(({ path, text }) => `${path}:${text}`))],
  ['of Windows', join(hits.map(({ path, line, text }) => `C:\\work\\${path}:${line}:${text}`))],
])('matches %s: counts by file, and the first match of many files', (_, text) => {
  expect(kindOf(text)).toBe('grep');
  const shown = show(text);
  expect(shown).toContain('[matches: 600 in 60 files]');
  expect(shown).toMatch(/by file: \S*src\/m0\/file-0\.ts 10, /);
});

it('matches in code are text: they fill no list of errors, and each file has its first', () => {
  const shown = show(join(hits.map(({ path, line, text }) => `${path}:${line}:${text}`)));
  expect(shown).not.toContain('not shown');
  for (let i = 0; i < 20; i += 1)
    expect(shown).toContain(`src/m${i}/file-${i}.ts:${i + 1}:  throw new Error(${i});`);
});

it('reads matches below the name of their file', () => {
  const text = join(
    repeat(40, (i) => `src/f${i}.ts\n${repeat(9, (j) => `${j + 1}:const a = ${i}`).join('\n')}\n`),
  );
  expect(kindOf(text)).toBe('grep');
  expect(show(text)).toContain('[matches: 360 in 40 files]');
});

it('reads counts', () => {
  const text = join(repeat(300, (i) => `src/f${i}.ts:${i === 77 ? 91 : i % 2}`));
  expect(show(text)).toContain('[matches: 240 in 150 files, 150 files without]');
  expect(show(text)).toContain('src/f77.ts:91');
});

it.each([
  ['a compiler', join(repeat(60, (i) => `src/a${i}.c:${i}:5: error: use of undeclared identifier`))],
  ['pytest', join(repeat(60, (i) => `tests/test_a.py::test_${i} PASSED`))],
  ['tsc', join(repeat(60, (i) => `src/a${i}.ts(${i},5): error TS2322: no`))],
])('%s is no grep', (_, text) => expect(kindOf(text)).not.toBe('grep'));

it('a message of the tool itself is shown', () => {
  const lines = hits.map(({ path, line, text }) => `${path}:${line}:${text}`);
  expect(show(join(lines.slice(0, 300), 'grep: src/secret: Permission denied', lines.slice(300)))).toContain(
    'grep: src/secret: Permission denied',
  );
});
