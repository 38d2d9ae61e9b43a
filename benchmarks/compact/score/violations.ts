import type { Negative } from '../world.ts';
import { fileMentions } from './files.ts';
import { labelAt, linesWith, normal, without } from './normal.ts';
import type { Context } from './probes.ts';

const PROMOTES = /decision|rule|constraint|goal|correction|directive|requirement|instruction/;
const ERRORS = /error|fail|unresolved|broken/;
const FIXED = /resolved|fixed|passes|passing|passed|green|solved|✓|✔|✅|\bok\b|closed/i;
const DONE = /\bcompleted?\b|\bdone\b|✓|✔|☑|✅|\[x\]|\bclosed\b|finished|deleted|cancell?ed|dropped/i;
const OPEN =
  /\bopen\b|pending|todo|to do|remaining|in[_ -]progress|unfinished|outstanding|\bnext\b|\[ \]|active/i;

/** Those of `parts` of which a line of the text shows something that it must not. */
const shown = (
  parts: readonly string[],
  text: string,
  isWrong: (lines: readonly string[], place: number, part: string) => boolean,
): readonly string[] =>
  parts.filter((part) => {
    const { lines, places } = linesWith(text, part);
    return places.some((place) => isWrong(lines, place, part));
  });

function isOpenError(lines: readonly string[], place: number): boolean {
  const label = labelAt(lines, place);
  if (!ERRORS.test(label) || /resolved errors|fixed/.test(label.replace('unresolved', ''))) return false;
  const here = (lines[place] ?? '').replace(/unresolved/gi, '');
  const next = lines.slice(place, place + 2).join(' ');
  return !FIXED.test(here) && !FIXED.test(next.replace(/unresolved|\d+ passed/gi, ''));
}

function isOpenTask(lines: readonly string[], place: number, subject: string): boolean {
  const line = without(lines[place] ?? '', subject);
  return !DONE.test(line) && (OPEN.test(line) || OPEN.test(labelAt(lines, place)));
}

/** What a text says that it must not. Empty: nothing. */
export function violations({ expect }: Negative, text: string, { universe }: Context): readonly string[] {
  const { absent = [], noise = [], errors = [], passed = [], subjects = [], files = [] } = expect;
  const plain = normal(text);
  const mentioned = fileMentions(text, universe);
  return [
    ...absent.filter((part) => plain.includes(normal(part))),
    ...shown(noise, text, (lines, place) => PROMOTES.test(labelAt(lines, place))),
    ...shown(errors, text, isOpenError),
    ...shown(
      passed,
      text,
      (lines, place) => ERRORS.test(labelAt(lines, place)) && !/[1-9]\d* failed/.test(lines[place] ?? ''),
    ),
    ...shown(subjects, text, isOpenTask),
    ...files.filter((path) => mentioned.get(path)?.includes('modified')),
  ];
}
