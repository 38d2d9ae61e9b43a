import { expect, it } from 'vitest';
import { sourceFiles } from '../helpers/sources.ts';

const FILES = sourceFiles();
const LINE_LIMIT = 300;
/** Tables and generated files may be longer. */
const EXCEPTIONS: readonly string[] = [];

const those = (isWrong: (text: string) => boolean): readonly string[] =>
  FILES.filter((file) => isWrong(file.text)).map((file) => file.path);

it('no file is longer than 300 lines', () => {
  const long = FILES.filter(
    ({ path, text }) => !EXCEPTIONS.includes(path) && text.split('\n').length > LINE_LIMIT + 1,
  );
  expect(long.map((file) => file.path)).toEqual([]);
});

it('names are kebab-case and say what a file holds', () => {
  const bad = /(?:^|\/)(?:utils?|helpers?|common|misc|manager|service)s?\.ts$/;
  expect(FILES.map((file) => file.path).filter((path) => bad.test(path) || /[A-Z_ ]/.test(path))).toEqual([]);
});

it('index.ts is for tables only: nothing is passed on from another file', () => {
  expect(those((text) => /^export \*|^export \{[^}]*\} from/m.test(text))).toEqual([]);
});

it('no module keeps state: no let at the top level outside src/main', () => {
  const stateful = FILES.filter((file) => file.layer !== 'main' && /^(?:export )?let /m.test(file.text));
  expect(stateful.map((file) => file.path)).toEqual([]);
});

it('every export has a doc comment, unless its name and type say it', () => {
  const lone = FILES.flatMap((file) => {
    const lines = file.text.split('\n');
    return lines.flatMap((line, i) => {
      const isFunction = /^export (?:async )?function\*? \w+|^export class \w+/.test(line);
      const above =
        lines.slice(0, i).findLast((each) => each.trim() !== '' && !each.startsWith('// biome-ignore')) ?? '';
      return isFunction && !above.trim().endsWith('*/') ? [`${file.path}: ${line}`] : [];
    });
  });
  // A store's factory is documented at its type, which stands before it.
  expect(lone.filter((line) => !/function create\w*(?:Store|Workspace|Knowledge)\(/.test(line))).toEqual([]);
});

it('nothing in the sources names a place on the machine it was written on', () => {
  expect(those((text) => /\/(?:home|Users)\/[a-z]+\/|\/work\/|\/root\//.test(text))).toEqual([]);
});
