import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CASE_IDS } from './ids.ts';

const ID =
  /(?:hooks|install|process|exec|index|db|search|windows|security|fetch|routing|monitor|session|stats|platforms)-\d{3}/
    .source;

/** Ids with which a test's name begins, in all integration tests. */
function testedIds(): ReadonlySet<string> {
  const root = join(import.meta.dirname, '..');
  const files = (readdirSync(root, { recursive: true }) as string[]).filter((name) =>
    name.endsWith('.test.ts'),
  );
  // After a table of texts the name stands far behind `it.each`, so only its own start is looked for.
  const names = new RegExp(`(?:['"\`]|\\[)(${ID})[ :\\]]`, 'g');
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(names)].map(([, id = '']) => id),
    ),
  );
}

/** Ids that the README lists as not tested, with a reason. */
function listedIds(): ReadonlySet<string> {
  const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const section = /## Not tested yet[^\n]*\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
  return new Set([...section.matchAll(new RegExp(`^\\| (${ID}) \\| \\S`, 'gm'))].map(([, id = '']) => id));
}

test('every known fault has a test that bears its id, or a reason why it has none', () => {
  const [tested, listed] = [testedIds(), listedIds()];
  expect(CASE_IDS.filter((id) => !tested.has(id) && !listed.has(id))).toEqual([]);
  expect(CASE_IDS.filter((id) => tested.has(id) && listed.has(id))).toEqual([]);
  const known = new Set<string>(CASE_IDS);
  expect([...tested, ...listed].filter((id) => !known.has(id))).toEqual([]);
});
