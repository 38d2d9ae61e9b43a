import { fold, isAscii } from '#core/text/fold.ts';
import { solidRunPattern, wordPattern } from '#core/text/scripts.ts';
import { isSolid, Terms } from '#core/text/terms.ts';

/** Words that a question needs and an answer does not hold more than any other text. */
const STOP_WORDS = new Set(
  'a am an and any are as at be been being by can could did do does doing done ever for from had has have having how i if in into is it its me may might must my of on or ought our please shall should so than that the their them then there these they this those to was we were what when where whether which while who whom whose why will with would you your'.split(
    ' ',
  ),
);

/**
 * One thing to look for. `forms` are alternatives: sequences of terms as the index knows them; a passage has the unit
 * when it has one of its forms. The first form is the unit as it was asked for.
 */
export interface QueryUnit {
  /** The word as it was typed, folded. */
  readonly word: string;
  readonly forms: readonly (readonly string[])[];
  /** True when the terms of a form must stand side by side (a phrase, a path, an address, a word of a solid script). */
  readonly isPhrase: boolean;
  /** Terms that others use for it; a passage that holds one has the unit in part. */
  readonly related?: readonly RelatedTerm[];
}

/** A term with the number of passages that hold it. */
interface RelatedTerm {
  readonly term: string;
  readonly count: number;
}

export interface Query {
  readonly units: readonly QueryUnit[];
  /** Passages that hold one of these are not wanted. */
  readonly excluded: readonly QueryUnit[];
  /** Term sequences of words that signs hold together (`17.9.12`, `/api/users`): where they stand side by side. */
  readonly sequences: readonly (readonly string[])[];
  /** The question without quotes and exclusions, folded: what a passage may hold word by word. */
  readonly text: string;
}

const TOKEN = /(-?)"([^"]*)"|(-?)(\S+)/g;

/** Pairs of neighbouring characters: words of scripts without blanks are found by them. */
const pairs = (characters: readonly string[]): readonly (readonly string[])[] =>
  characters.length < 2 ? [characters] : characters.slice(1).map((next, i) => [characters[i] ?? '', next]);

function solidUnits(run: string): readonly QueryUnit[] {
  return pairs([...run]).map((pair) => ({ word: pair.join(''), forms: [pair], isPhrase: true }));
}

/** Units of one word: its solid runs by pairs, every other piece by its terms. */
function wordUnits(word: string, terms: Terms): readonly QueryUnit[] {
  if (isAscii(word)) return (word.match(/[A-Za-z0-9_]+/g) ?? []).flatMap((piece) => plainUnit(piece, terms));
  return [...word.normalize('NFKC').matchAll(wordPattern())]
    .flatMap(([piece]) => piece.split(solidRunPattern()))
    .filter((part) => part !== '')
    .flatMap((part) => (isSolid(part.charAt(0)) ? solidUnits(fold(part)) : plainUnit(part, terms)));
}

/** A compound is found whole, or by all of its parts. */
function plainUnit(piece: string, terms: Terms): readonly QueryUnit[] {
  const [whole, ...parts] = terms.of(piece).split(' ');
  if (whole === undefined || whole === '') return [];
  const forms = parts.length === 0 ? [[whole]] : [[whole], parts];
  return [{ word: fold(piece).replaceAll('_', ''), forms, isPhrase: false }];
}

function phraseUnit(text: string, terms: Terms): readonly QueryUnit[] {
  const form = terms
    .of(text)
    .split(' ')
    .filter((term) => term !== '');
  return form.length === 0 ? [] : [{ word: fold(text), forms: [form], isPhrase: true }];
}

const isExclusion = (sign: string, word: string): boolean => sign === '-' && /^[\p{L}]{2}/u.test(word);

/**
 * A question in parts: words, "phrases" and -exclusions. Stop words are dropped unless there is nothing else. No
 * character of it can be an operator of the index.
 */
export function parseQuery(question: string): Query {
  const terms = new Terms();
  const units: QueryUnit[] = [];
  const excluded: QueryUnit[] = [];
  const sequences: (readonly string[])[] = [];
  const kept: string[] = [];
  for (const [token, phraseSign = '', phrase, sign = '', word = ''] of question.matchAll(TOKEN)) {
    const isOut = phrase === undefined ? isExclusion(sign, word) : phraseSign === '-';
    const found = phrase === undefined ? wordUnits(isOut ? word : token, terms) : phraseUnit(phrase, terms);
    (isOut ? excluded : units).push(...found);
    if (isOut) continue;
    kept.push(phrase ?? token);
    const sequence = terms.of(phrase ?? token).split(' ');
    if (sequence.length > 1) sequences.push(sequence);
  }
  const telling = units.filter((unit) => unit.isPhrase || !STOP_WORDS.has(unit.word));
  return {
    units: unique(telling.length > 0 ? telling : units),
    excluded: excluded.slice(0, MAX_UNITS),
    sequences: sequences.slice(0, MAX_UNITS),
    text: fold(kept.join(' ').trim()),
  };
}

/** A longer question is a text; its first words say what it is about. */
const MAX_UNITS = 60;

function unique(units: readonly QueryUnit[]): readonly QueryUnit[] {
  return [...new Map(units.map((unit) => [unit.word, unit])).values()].slice(0, MAX_UNITS);
}

const quoted = (terms: readonly string[]): string => `"${terms.join(' ')}"`;

function unitExpression({ forms, isPhrase }: QueryUnit): string {
  const alternatives = forms.map((form) =>
    isPhrase || form.length === 1 ? quoted(form) : `(${form.map((term) => quoted([term])).join(' AND ')})`,
  );
  return alternatives.length === 1 ? (alternatives[0] ?? '') : `(${alternatives.join(' OR ')})`;
}

/** A unit, or only parts of it: for passages that have not all. */
function looseExpression(unit: QueryUnit): string {
  if (unit.isPhrase) return unitExpression(unit);
  return [...new Set([...unit.forms.flat(), ...(unit.related ?? []).map(({ term }) => term)])]
    .map((term) => quoted([term]))
    .join(' OR ');
}

/** FTS5 expression that wants all units, or any of them; without the excluded ones. */
export function matchExpression({ units, excluded }: Query, wanted: 'all' | 'any'): string {
  const wantedPart =
    wanted === 'all' ? units.map(unitExpression).join(' AND ') : units.map(looseExpression).join(' OR ');
  if (excluded.length === 0) return wantedPart;
  return `(${wantedPart}) NOT (${excluded.map(unitExpression).join(' OR ')})`;
}

/** Room between the terms of a question that belong together, in terms. */
const NEAR_TERMS = 12;
/** More would hardly ever stand together. */
const NEAR_UNITS = 8;

/**
 * FTS5 expressions for passages in which the words of a question stand together: all of them near each other, and each
 * run that signs hold together. Only those of which a term occurs in at most `maxPassages`: other runs are everywhere.
 */
export function togetherExpressions(
  { units, excluded, sequences }: Query,
  counts: ReadonlyMap<string, number>,
  maxPassages: number,
): readonly string[] {
  const isRare = (terms: readonly string[]): boolean =>
    Math.min(...terms.map((term) => counts.get(term) ?? Number.POSITIVE_INFINITY)) <= maxPassages;
  const plain = units.filter((unit) => !unit.isPhrase).flatMap(({ forms }) => forms[0]?.[0] ?? []);
  const isNear =
    plain.length > 1 && plain.length <= NEAR_UNITS && plain.length === units.length && isRare(plain);
  const near = isNear ? [`NEAR(${plain.map((term) => quoted([term])).join(' ')}, ${NEAR_TERMS})`] : [];
  const out = excluded.length === 0 ? '' : ` NOT (${excluded.map(unitExpression).join(' OR ')})`;
  return [...near, ...sequences.filter(isRare).map(quoted)].map((expression) => `${expression}${out}`);
}
