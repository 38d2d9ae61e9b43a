import { saysChange } from '../words/choices.ts';
import { type Value, values } from '../words/values.ts';
import { likeness, saysMuch, shared, topicOf, topicWords } from './topic.ts';

interface Seen {
  readonly topic: ReadonlySet<string>;
  readonly order: readonly string[];
  readonly values: readonly Value[];
  readonly changes: boolean;
}

/** A text with its values taken out, so that what is left is what the values are of. */
const withoutValues = (text: string, found: readonly Value[]): string =>
  found.reduce((rest, { text: value }) => rest.replaceAll(value, ' '), text);

/** Sizes of what was pasted are no values of anything. */
const PASTED = /\[pasted [^\]]*\]/g;

function look(said: string): Seen {
  const text = said.replace(PASTED, ' ');
  const found = values(text);
  const rest = withoutValues(text, found);
  return { topic: topicOf(rest), order: topicWords(rest), values: found, changes: saysChange(text) };
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

/** Two sentences are of one thing when they share this much, 0 to 1; less when the newer one says that something changed. */
const LIKE = 0.3;
const LIKE_WITH_CHANGE = 0.15;
/** One word in common is too little for shapes that stand in every other sentence. */
const VAGUE: ReadonlySet<string> = new Set(['name', 'number']);

function replaces(older: Seen, newer: Seen): boolean {
  const both = shared(older.topic, newer.topic);
  const like = likeness(older.topic, newer.topic);
  if (both.length === 0 || like < (newer.changes ? LIKE_WITH_CHANGE : LIKE)) return false;
  const taken = new Set(older.values.map(({ text }) => text));
  const kept = new Set(newer.values.map(({ text }) => text));
  const isSwapped = older.values.some(
    ({ text, shape }) =>
      shape !== 'path' &&
      (both.length > 1 || !VAGUE.has(shape)) &&
      !kept.has(text) &&
      newer.values.some((value) => value.shape === shape && !taken.has(value.text)),
  );
  return isSwapped && !isOfAnother(older, newer, both);
}

/** More than this and two texts are tasks that happen to share words, not a value and its successor; in UTF-16 units. */
const LONGEST = 220;

/**
 * Which of the texts, oldest first, give a value that a later one replaces, and which replace one: same topic, a value of the
 * same shape, another value. `by[i]` is the place of the text that replaced text `i`, or undefined.
 */
export function replacedBy(texts: readonly string[]): readonly (number | undefined)[] {
  const seen = texts.map((text) => (text.length <= LONGEST ? look(text) : undefined));
  return seen.map((older, place) => {
    if (older === undefined || older.values.length === 0) return undefined;
    for (let at = seen.length - 1; at > place; at -= 1) {
      const newer = seen[at];
      if (newer !== undefined && replaces(older, newer)) return at;
    }
    return undefined;
  });
}
