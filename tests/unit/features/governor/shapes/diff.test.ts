import { expect, it } from 'vitest';
import { join, kindOf, repeat, show } from './show.ts';

const file = (path: string, changes: readonly string[]): readonly string[] => [
  `diff --git a/${path} b/${path}`,
  'index 1111111..2222222 100644',
  `--- a/${path}`,
  `+++ b/${path}`,
  `@@ -1,${1 + changes.length} +1,${1 + changes.length} @@ export class A {`,
  ' context',
  ...changes.flatMap((change) => [`-old ${change}`, `+new ${change}`]),
];
const LOCK = file(
  'package-lock.json',
  repeat(900, (i) => `"integrity-${i}": "error"`),
);

it('gives the counts of each file, and shows what people wrote before what tools wrote', () => {
  const text = join(
    LOCK,
    file('src/tax.ts', ['rate = 0.19']),
    file('src/cart.ts', ['throws an error, fails']),
  );
  expect(kindOf(text)).toBe('diff');
  const shown = show(text);
  expect(shown).toContain('[diff: 3 files, +902 −902]');
  expect(shown).toContain('src/tax.ts +1 −1, src/cart.ts +1 −1, package-lock.json +900 −900');
  for (const line of [
    '+++ b/src/tax.ts',
    '-old rate = 0.19',
    '+new rate = 0.19',
    '+new throws an error, fails',
  ])
    expect(shown).toContain(`\n${line}`);
});

it('shows something of every file that people wrote', () => {
  const text = join(
    ...repeat(12, (n) =>
      JSON.stringify(
        file(
          `src/f${n}.ts`,
          repeat(60, (i) => `${n}-${i}`),
        ),
      ),
    ).map((all) => JSON.parse(all) as string[]),
  );
  const shown = show(text);
  for (let n = 0; n < 12; n += 1) expect(shown).toContain(`+new ${n}-0\n`);
});

it('an error word in a patch is text; what git says outside of it is not', () => {
  const body = file(
    'src/a.ts',
    repeat(300, (i) => `throw new Error("failed ${i}")`),
  );
  expect(show(join(body))).not.toContain('not shown');
  expect(show(join(body, 'fatal: bad object HEAD~9', file('src/b.ts', ['x'])))).toContain(
    'fatal: bad object HEAD~9',
  );
});

it('tells new, deleted, renamed and binary files', () => {
  const text = join(
    [
      'diff --git a/a.ts b/a.ts',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/a.ts',
      '@@ -0,0 +1 @@',
      '+a',
    ],
    [
      'diff --git a/b.ts b/b.ts',
      'deleted file mode 100644',
      '--- a/b.ts',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-b',
    ],
    ['diff --git a/c.ts b/d.ts', 'similarity index 100%', 'rename from c.ts', 'rename to d.ts'],
    ['diff --git a/e.png b/e.png', 'Binary files a/e.png and b/e.png differ'],
    file(
      'src/rest.ts',
      repeat(200, (i) => `line ${i}`),
    ),
  );
  expect(show(text)).toContain(
    'a.ts +1 −0 (new), b.ts +0 −1 (deleted), c.ts → d.ts +0 −0, e.png binary, src/rest.ts +200 −200',
  );
});

it('reads diff -u, and commits with their patches', () => {
  const plain = [
    '--- old/a.c\t2026-11-30',
    '+++ new/a.c\t2026-11-30',
    '@@ -1,200 +1,200 @@',
    ...repeat(200, (i) => `-int a${i};`),
    ...repeat(200, (i) => `+long a${i};`),
  ];
  expect(show(join(plain))).toContain('[diff: 1 file, +200 −200]');
  const commits = repeat(3, (i) => `commit ${String(i).repeat(40)}`).flatMap((line, i) => [
    line,
    'Author: A <a@b>',
    'Date:   Mon',
    '',
    `    subject ${i}`,
    '',
    ...file(`s${i}.ts`, repeat(90, String)),
  ]);
  expect(show(join(commits))).toContain('[diff: 3 files in 3 commits, +270 −270]');
});

it.each([
  [
    'a test report with a diff in it',
    join('FAIL a.test.ts', '--- Expected', '+++ Received', '@@ -1,1 +1,1 @@', repeat(50, String)),
  ],
  ['a list', join(repeat(50, (i) => `- item ${i}`))],
])('%s is no patch', (_, text) => expect(kindOf(text)).not.toBe('diff'));
