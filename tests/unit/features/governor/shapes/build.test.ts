import { expect, it } from 'vitest';
import { join, kindOf, repeat, show } from './show.ts';

it.each([
  ['cargo', repeat(300, (i) => `   Compiling crate${i} v0.${i}.1`), 'Compiling'],
  [
    'cmake',
    repeat(300, (i) => `[ ${String(Math.floor(i / 3)).padStart(2)}%] Building CXX object src/f${i}.cpp.o`),
    'Building CXX',
  ],
  ['pip', repeat(300, (i) => `Collecting pkg${i}==1.${i}`), 'Collecting'],
  ['apt', repeat(300, (i) => `Setting up lib${i} (1.${i}-2) ...`), 'Setting up'],
  ['make', repeat(300, (i) => `  CC      drivers/net/file${i}.o`), 'CC'],
])('%s: progress is counted, the error in it shown', (_, lines, kind) => {
  const text = join(lines.slice(0, 200), "src/a.c:10:5: error: expected ';'", lines.slice(200));
  expect(kindOf(text)).toBe('build');
  expect(show(text)).toContain(`[progress: 300 lines "${kind}"]`);
  expect(show(text)).toContain("src/a.c:10:5: error: expected ';'");
});

it('shows the largest parts of a bundle', () => {
  const text = join(
    'vite v5.4.0 building for production...',
    repeat(150, (i) => `dist/assets/page${i}-a1b2.js   ${i}.10 kB │ gzip: 1.00 kB`),
    'dist/assets/vendor-c3.js   1,904.33 kB │ gzip: 601.11 kB',
    repeat(50, (i) => `dist/assets/x${i}.css   0.10 kB`),
  );
  expect(kindOf(text)).toBe('build');
  expect(show(text)).toContain('vendor-c3.js   1,904.33 kB');
});

it('shows the steps of an image, and the one that failed', () => {
  const text = join(
    repeat(
      12,
      (i) =>
        `#${i + 5} [build ${i + 1}/12] RUN make part${i}\n${repeat(40, (j) => `#${i + 5} 0.${j} doing ${j}`).join('\n')}`,
    ),
    '#16 ERROR: process "/bin/sh -c make part11" did not complete successfully: exit code: 2',
  );
  expect(kindOf(text)).toBe('build');
  for (const part of ['[build 1/12] RUN make part0', '[build 12/12] RUN make part11', 'exit code: 2'])
    expect(show(text)).toContain(part);
});

it('a tree of packages: what is missing or invalid, and how many', () => {
  const text = join(
    'shop@1.0.0',
    repeat(300, (i) => `│ ├── dep${i}@1.${i}.0 deduped`),
    '├── UNMET DEPENDENCY lantern@^3.0.0',
    '├── zod@4.0.0 invalid: "^2.0.0" from the root project',
    repeat(300, (i) => `├── dep${i}@1.${i}.0`),
  );
  expect(kindOf(text)).toBe('dependencies');
  for (const part of [
    'UNMET DEPENDENCY lantern@^3.0.0',
    'zod@4.0.0 invalid',
    '[dependencies: 302 direct ones',
  ])
    expect(show(text)).toContain(part);
});

it('a run of tests is no build', () => {
  expect(kindOf(join(repeat(100, (i) => ` ✓ tests/a${i}.test.ts (3 tests) 12ms`)))).toBeUndefined();
});
