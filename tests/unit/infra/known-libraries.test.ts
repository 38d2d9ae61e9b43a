import { chmodSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { KnownLibraries } from '#infra/known-libraries.ts';

function folder() {
  const root = mkdtempSync(join(tmpdir(), 'known-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const library = join(root, 'sqlite.node');
  writeFileSync(library, 'machine code');
  return { root, library, kept: join(root, 'cache', 'library') };
}

it('a library is known in the next process once it was found good', () => {
  const { root, library } = folder();
  expect(new KnownLibraries(root).has(library)).toBe(false);
  new KnownLibraries(root).add(library);
  expect(new KnownLibraries(root).has(library)).toBe(true);
});

it.each<[string, (place: ReturnType<typeof folder>) => void]>([
  ['it was cut short', ({ library }) => writeFileSync(library, 'machine')],
  ['another took its place', ({ library }) => writeFileSync(library, 'machine c0de')],
  ['it was touched', ({ library }) => utimesSync(library, 1, 1)],
  ['it is gone', ({ library }) => rmSync(library)],
  ['others may write what is kept', ({ kept }) => chmodSync(kept, 0o666)],
  ['another engine looked at it', ({ kept }) => writeFileSync(kept, `v0${readFileSync(kept, 'utf8')}`)],
])('not when %s', (_what, spoil) => {
  const place = folder();
  new KnownLibraries(place.root).add(place.library);
  spoil(place);
  expect(new KnownLibraries(place.root).has(place.library)).toBe(false);
});

it('nothing fails where nothing can be kept', () => {
  const { root, library } = folder();
  writeFileSync(join(root, 'cache'), 'a file in the folder’s place');
  const known = new KnownLibraries(root);
  known.add(library);
  expect(known.has(library)).toBe(false);
});
