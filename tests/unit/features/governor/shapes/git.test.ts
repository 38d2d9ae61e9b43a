import { expect, it } from 'vitest';
import { join, kindOf, repeat, show } from './show.ts';

const hash = (i: number): string => ((i + 1) * 2654435761).toString(16).padStart(10, 'a').slice(-10);

it('a history: authors, dates, subjects', () => {
  const text = join(
    repeat(
      200,
      (i) =>
        `commit ${hash(i).repeat(4)}\nAuthor: ${i % 4 === 0 ? 'Ada' : 'Bob'} <x@y>\nDate:   Mon Nov 30 10:00:00 2026 +0${i % 10}00\n\n    fix: error number ${i}\n\n    Body of it.\n`,
    ),
  );
  expect(kindOf(text)).toBe('git-log');
  expect(show(text)).toContain(
    '[history: 200 commits, Mon Nov 30 10:00:00 2026 +0900 – Mon Nov 30 10:00:00 2026 +0000]',
  );
  expect(show(text)).toContain('[authors: Bob 150, Ada 50]');
  for (let i = 0; i < 20; i += 1) expect(show(text)).toContain(`    fix: error number ${i}\n`);
});

it('a history in one line each, with a graph or not', () => {
  const text = join(
    repeat(400, (i) => `${i % 5 === 0 ? '| * ' : '* '}${hash(i)} (tag: v${i}) feat: number ${i}`),
  );
  expect(kindOf(text)).toBe('git-log');
  expect(show(text)).toContain('[history: 400 commits]');
  expect(kindOf(join(repeat(400, (i) => `${hash(i)} fix: failed ${i}`)))).toBe('git-log');
});

it('a status in words: counts, conflicts, all headings', () => {
  const text = join(
    ['On branch main', "Your branch is ahead of 'origin/main' by 3 commits.", ''],
    ['Unmerged paths:', '\tboth modified:   src/cart.ts', ''],
    ['Changes not staged for commit:', ...repeat(90, (i) => `\tmodified:   src/f${i}.ts`), ''],
    [
      'Untracked files:',
      '  (use "git add <file>..." to include)',
      ...repeat(400, (i) => `\tgen/out/error-${i}.json`),
      '',
    ],
  );
  expect(kindOf(text)).toBe('git-status');
  const shown = show(text);
  for (const part of [
    '[status: unmerged 1, not staged 90, untracked 400]',
    'both modified:   src/cart.ts',
    'by 3 commits',
    'Untracked files:',
  ])
    expect(shown).toContain(part);
});

it('a status in codes', () => {
  const text = join(
    '## main...origin/main [behind 2]',
    repeat(150, (i) => ` M src/f${i}.ts`),
    'UU src/conflict.ts',
    repeat(300, (i) => `?? gen/${i}.json`),
  );
  expect(kindOf(text)).toBe('git-status');
  for (const part of [
    '[status: unmerged 1, not staged 150, untracked 300]',
    'UU src/conflict.ts',
    '[behind 2]',
  ])
    expect(show(text)).toContain(part);
});

it('a blame: lines by author, the newest changes', () => {
  const text = join(
    repeat(
      300,
      (i) =>
        `${hash(i % 7).slice(0, 8)} (${i === 222 ? 'Eve' : 'Ada'}  20${i === 222 ? 26 : 20}-11-30 10:00:00 +0100 ${i + 1}) ${i === 222 ? 'return 42;' : 'throw new Error();'}`,
    ),
  );
  expect(kindOf(text)).toBe('git-blame');
  expect(show(text)).toContain('[lines by author: Ada 299, Eve 1]');
  expect(show(text)).toContain('return 42;');
});

it('branches and tags by their start, the current one shown', () => {
  const branches = join(
    repeat(150, (i) => `  feature/topic-number-${i}`),
    '* release/now',
    repeat(150, (i) => `  remotes/origin/topic-number-${i}`),
  );
  expect(kindOf(branches)).toBe('git-refs');
  expect(show(branches)).toContain('[by start: feature 150, remotes/origin 150, release 1]');
  expect(show(branches)).toContain('* release/now');
  expect(kindOf(join(repeat(99, (i) => `v1.${i}.0`)))).toBe('git-refs');
});

it.each([
  ['words that are hexadecimal', join(repeat(50, () => 'defaced facade'))],
  ['a list', join(repeat(50, (i) => `* item number ${i}`))],
  ['indented text', join(repeat(50, (i) => `  some words ${i}`))],
])('%s is nothing of git', (_, text) => expect(kindOf(text) ?? '').not.toMatch(/^git/));
