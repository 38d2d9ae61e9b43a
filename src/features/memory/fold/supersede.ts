import { saysChange } from '../words/choices.ts';
import { type Value, values } from '../words/values.ts';
import { saysMuch, shared, topicFrom, topicWords } from './topic.ts';
import { TopicIndex } from './topic-index.ts';

interface Seen {
  readonly topic: ReadonlySet<string>;
  readonly order: readonly string[];
  readonly values: readonly Value[];
  readonly texts: ReadonlySet<string>;
  readonly changes: boolean;
}

/** A text with its values taken out, so that what is left is what the values are of. */
const withoutValues = (text: string, found: readonly Value[]): string =>
  found.reduce((rest, { text: value }) => rest.replaceAll(value, ' '), text);

/** Sizes of what was pasted are no values of anything. */
const PASTED = /\[pasted [^\]]*\]/g;

function look(said: string): Seen | undefined {
  const text = said.replace(PASTED, ' ');
  const found = values(text);
  // Nothing takes the place of a text without a value, and it takes the place of none.
  if (found.length === 0) return undefined;
  const order = topicWords(withoutValues(text, found));
  const texts = new Set(found.map((value) => value.text));
  return { topic: topicFrom(order), order, values: found, texts, changes: saysChange(text) };
}

/** The word before the first shared one says which of several is meant: `web server`, `api server`. */
function isOfAnother(older: Seen, newer: Seen, both: readonly string[]): boolean {
  for (const word of both) {
    const before = (seen: Seen): string => seen.order[seen.order.indexOf(word) - 1] ?? '';
    const [one, other] = [before(older), before(newer)];
    if (one !== other && saysMuch(one) && saysMuch(other) && !older.topic.has(other) && !newer.topic.has(one))
      return true;
  }
  return false;
}

/** The same sentence about something else: word for word alike, but for what it is about. `reader times out`, `writer times out`. */
function isParallel(older: Seen, newer: Seen): boolean {
  if (newer.changes || older.order.length !== newer.order.length) return false;
  return older.order.some((word, place) => {
    const other = newer.order[place] ?? '';
    return (
      word !== other && saysMuch(word) && saysMuch(other) && !older.topic.has(other) && !newer.topic.has(word)
    );
  });
}

const pathsOf = ({ values: found }: Seen): readonly string[] =>
  found.flatMap(({ shape, text }) => (shape === 'path' ? [text] : []));

/** Each names files, and none of them is in both: two pieces of work. */
function isOfOtherFiles(older: Seen, newer: Seen): boolean {
  const [one, other] = [pathsOf(older), pathsOf(newer)];
  return !newer.changes && one.length > 0 && other.length > 0 && !one.some((path) => other.includes(path));
}

/** Two sentences are of one thing when they share this much, 0 to 1; less when the newer one says that something changed. */
const LIKE = 0.3;
const LIKE_WITH_CHANGE = 0.15;
/** One word in common is too little for shapes that stand in every other sentence. */
const VAGUE: ReadonlySet<string> = new Set(['name', 'number']);

/** What names with hyphens share that can stand for each other: `acme-exports-eu`, `acme-exports-us`. */
const familyOf = (name: string): string => name.split('-', 1)[0] ?? '';

/** A value of the same shape stands in the newer one, and it is another. */
function isSwapped(older: Seen, newer: Seen, hasOneWord: boolean): boolean {
  return older.values.some(
    ({ text, shape }) =>
      shape !== 'path' &&
      !(hasOneWord && VAGUE.has(shape)) &&
      !newer.texts.has(text) &&
      newer.values.some(
        (value) =>
          value.shape === shape &&
          !older.texts.has(value.text) &&
          (shape !== 'chain' || familyOf(value.text) === familyOf(text)),
      ),
  );
}

/** @param like how much both are about the same */
function replaces(older: Seen, newer: Seen, like: number): boolean {
  if (like < (newer.changes ? LIKE_WITH_CHANGE : LIKE)) return false;
  const both = shared(older.topic, newer.topic);
  if (isParallel(older, newer) || isOfOtherFiles(older, newer)) return false;
  return both.length > 0 && isSwapped(older, newer, both.length === 1) && !isOfAnother(older, newer, both);
}

/** More than this and two texts are tasks that happen to share words, not a value and its successor; in UTF-16 units. */
const LONGEST = 220;

/**
 * Which of the texts, oldest first, give a value that a later one replaces, and which replace one: same topic, a value of the
 * same shape, another value. `by[i]` is the place of the text that replaced text `i`, or undefined.
 */
export function replacedBy(texts: readonly string[]): readonly (number | undefined)[] {
  const seen = texts.map((text) => (text.length <= LONGEST ? look(text) : undefined));
  const index = new TopicIndex(seen.map((one) => one?.topic));
  return seen.map((older, place) => {
    if (older === undefined) return undefined;
    const likenessTo = index.from(place);
    for (let at = seen.length - 1; at > place; at -= 1) {
      const newer = seen[at];
      if (newer !== undefined && replaces(older, newer, likenessTo(at))) return at;
    }
    return undefined;
  });
}
