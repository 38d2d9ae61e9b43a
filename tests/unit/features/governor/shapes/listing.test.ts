import { expect, it } from 'vitest';
import { join, kindOf, repeat, show } from './show.ts';

const PATHS = [
  ...repeat(900, (i) => `src/area${i % 9}/part-${i}.ts`),
  ...repeat(120, (i) => `docs/page-${i}.md`),
  'src/area3/schema.sql',
  'src/area4/backup.ts.orig',
];

it('counts paths by folder and ending, and shows the only one of an ending and leftovers', () => {
  const text = join(PATHS);
  expect(kindOf(text)).toBe('listing');
  const shown = show(text);
  expect(shown).toContain('[listing: 1,022 entries]');
  expect(shown).toContain('[by folder: src 902, docs 120]');
  expect(shown).toMatch(/\[by ending: \.ts 900, \.md 120, /);
  expect(shown).toContain('src/area3/schema.sql');
  expect(shown).toContain('src/area4/backup.ts.orig');
});

it('folders are counted below the one that all are in', () => {
  expect(show(join(PATHS.map((path) => `/home/me/shop/${path}`)))).toContain(
    '[by folder: src 902, docs 120 (in /home/me/shop)]',
  );
});

it('what find cannot read is shown', () => {
  const text = join(PATHS.slice(0, 500), 'find: ‘/root’: Permission denied', PATHS.slice(500));
  expect(show(text)).toContain('find: ‘/root’: Permission denied');
});

it('shows the largest of a long listing', () => {
  const long = (name: string, size: number): string =>
    `-rw-r--r-- 1 me me ${String(size).padStart(9)} Nov 30 10:00 ${name}`;
  const text = join(
    'total 99',
    'drwxr-xr-x 2 me me 4096 Nov 30 10:00 src',
    repeat(400, (i) => long(`f${i}.ts`, i)),
    long('dump.bin', 987_654_321),
  );
  expect(kindOf(text)).toBe('listing');
  expect(show(text)).toContain('987654321 Nov 30 10:00 dump.bin');
  expect(show(text)).toContain('[listing: 402 entries, 1 folder, 942 MB]');
});

it('reads ls -R, tree and du', () => {
  const recursive = join(
    '.:',
    'a',
    'b',
    '',
    repeat(30, (i) => `./d${i}:\n${repeat(20, (j) => `f${j}.ts`).join('\n')}\n`),
  );
  expect(show(recursive)).toMatch(/\[listing: 602 entries, 31 folders\]/);
  const tree = join(
    '.',
    repeat(300, (i) => (i % 10 === 0 ? `├── dir${i}` : `│   ├── f${i}.ts`)),
    '└── last.md',
    '',
    '31 directories, 270 files',
  );
  expect(kindOf(tree)).toBe('listing');
  const use = join(
    repeat(300, (i) => `${i + 4}K\t./d${i % 7}/x${i}`),
    '3.2G\t./cache/huge.bin',
    '4.0G\t.',
  );
  expect(kindOf(use)).toBe('listing');
  expect(show(use)).toContain('3.2G\t./cache/huge.bin');
});

it.each([
  ['rows', join(repeat(60, (i) => `${i},a/b,c.txt`))],
  ['prose', join(repeat(60, (i) => `This is sentence ${i}, with a/b in it.`))],
  ['addresses', join(repeat(60, (i) => `https://example.com/${i}`))],
])('%s are no listing', (_, text) => expect(kindOf(text)).not.toBe('listing'));
