import type { StoredFact } from '#core/session-fact.ts';
import { byteLength, takeBytes } from '#core/text/bytes.ts';
import { fold, isAscii } from '#core/text/fold.ts';
import { Terms } from '#core/text/terms.ts';
import { type FactSearch, MAX_FACT_WORDS } from '#storage/fact-search.ts';
import type { HitFilter } from '#storage/source-filter.ts';
import { parseQuery, type QueryUnit } from './query.ts';

/** Facts that are read to be ranked. */
const CANDIDATES = 200;
/** A fact that holds less of what was asked is no answer, if there is one that holds more. */
const LEAST_SHARE = 0.5;
/** What happened in the session that asks is more likely meant. */
const OWN_SESSION = 1.25;
/** Of equal facts the newer one is better. */
const NEWNESS = 0.1;

export interface FoundFact {
  readonly fact: StoredFact;
  /** What became of it since; undefined: it is the last word. */
  readonly laterState: string | undefined;
  readonly score: number;
  /** Words of the question that it holds, as they were typed, folded. */
  readonly words: readonly string[];
}

export interface FactAnswer {
  readonly facts: readonly FoundFact[];
  /** Facts that hold any of the words. */
  readonly total: number;
}

export const NO_FACTS: FactAnswer = { facts: [], total: 0 };

/** Labels of facts: by kind, and by session. */
const OF_FACTS = /^(?:event:|session )/;

/** Facts are wanted by name, or where nothing else is asked for. */
export function wantsFacts({ kind, label, labelPattern, sourceId, sourceIds }: HitFilter): boolean {
  if (sourceId !== undefined || sourceIds !== undefined) return false;
  if (label !== undefined) return OF_FACTS.test(label);
  if (labelPattern !== undefined) return labelPattern === '*' || OF_FACTS.test(labelPattern);
  return kind === undefined || kind === 'event';
}

/** Nothing but what happened is asked for. */
export const wantsOnlyFacts = (filter: HitFilter): boolean =>
  filter.kind === 'event' || OF_FACTS.test(filter.label ?? filter.labelPattern ?? '');

/** A stem is the start of its word, but for a last letter that may have been changed. */
const prefixOf = (term: string): string => (term.length > 4 && term.endsWith('i') ? term.slice(0, -1) : term);

/** By which a row that holds the unit is known, each in parts that all have to occur; more rows may hold them. */
function spellingsOf(
  { word, forms, isPhrase }: QueryUnit,
  raw: ReadonlyMap<string, string>,
): readonly (readonly string[])[] {
  if (isPhrase) return [[forms[0]?.join('') || word], [word]];
  const stems = forms.map((form) => form.map(prefixOf));
  const typed = raw.get(word) ?? word;
  // The store makes only ASCII lower case.
  if (isAscii(typed)) return stems;
  const asTyped = new Set([typed, typed.toLowerCase(), typed.charAt(0).toUpperCase() + typed.slice(1)]);
  return [...stems, ...[...asTyped].map((text) => [text])];
}

interface Text {
  readonly terms: ReadonlySet<string>;
  readonly folded: string;
}

const textOf = ({ kind, key = '', state = '', text }: StoredFact): string =>
  `${kind} ${state.replaceAll('_', ' ')} ${key} ${text}`;

const holds = ({ terms, folded }: Text, { word, forms, isPhrase }: QueryUnit): boolean =>
  isPhrase ? folded.includes(word) : forms.some((form) => form.every((term) => terms.has(term)));

const best = (facts: readonly FoundFact[]): number => Math.max(0, ...facts.map(({ words }) => words.length));

/** One row for what was said twice in the same words. */
function withoutRepeats(found: readonly FoundFact[]): readonly FoundFact[] {
  const seen = new Set<string>();
  return found.filter(({ fact: { kind, key, state, text } }) => {
    const what = JSON.stringify([kind, key, state, text]);
    if (seen.has(what)) return false;
    seen.add(what);
    return true;
  });
}

/** What the first line of a fact takes, in bytes. */
const HEADER_BYTES = 130;
/** A shorter piece of a text says nothing. */
const LEAST_BYTES = 80;

/** As many facts as have room, the last one cut; returns them, and the bytes that they take. */
export function factsWithin(
  { facts, total }: FactAnswer,
  maxBytes: number,
): { readonly answer: FactAnswer; readonly bytes: number } {
  const shown: FoundFact[] = [];
  let bytes = 0;
  for (const found of facts) {
    const room = maxBytes - bytes - HEADER_BYTES;
    const isWhole = byteLength(found.fact.text) <= room;
    if (!isWhole && room < LEAST_BYTES) break;
    const text = isWhole ? found.fact.text : `${takeBytes(found.fact.text, room - 3)}…`;
    shown.push({ ...found, fact: { ...found.fact, text } });
    bytes += HEADER_BYTES + byteLength(text);
  }
  return { answer: { facts: shown, total }, bytes };
}

/** What is remembered of sessions and answers a question, best first: by the rarity of the words that a fact holds. */
export function searchFacts(
  search: FactSearch,
  question: string,
  filter: HitFilter,
  { limit, sessionId }: { readonly limit: number; readonly sessionId: string | undefined },
): FactAnswer {
  if (!wantsFacts(filter)) return NO_FACTS;
  const units = parseQuery(question).units.slice(0, MAX_FACT_WORDS);
  if (units.length === 0) return NO_FACTS;
  const raw = new Map((question.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []).map((word) => [fold(word), word]));
  const matches = search.matches({ ...filter, words: units.map((unit) => spellingsOf(unit, raw)) });
  if (matches.length === 0) return NO_FACTS;
  const size = Math.max(search.size(), matches.length);
  const weights = units.map((_, bit) => {
    const holding = matches.reduce((sum, { mask }) => sum + ((mask >> bit) & 1), 0);
    return Math.log(1 + size / (holding + 1));
  });
  const weightOf = (mask: number): number =>
    weights.reduce((sum, weight, bit) => sum + ((mask >> bit) & 1) * weight, 0);
  const candidates = matches
    .map(({ id, mask }) => ({ id, weight: weightOf(mask) }))
    .sort((a, b) => b.weight - a.weight || b.id - a.id)
    .slice(0, CANDIDATES);
  const newest = Math.max(...candidates.map(({ id }) => id));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const terms = new Terms();
  const ranked = search
    .read(candidates.map(({ id }) => id))
    .map((fact): FoundFact => {
      const written = textOf(fact);
      const text = { terms: new Set(terms.of(written).split(' ')), folded: fold(written) };
      const held = units.map((unit) => holds(text, unit));
      const weight = weights.reduce((sum, each, i) => sum + (held[i] === true ? each : 0), 0);
      const own = fact.sessionId === sessionId ? OWN_SESSION : 1;
      return {
        fact,
        laterState: undefined,
        score: (weight / all) * own * (1 + (NEWNESS * fact.id) / newest),
        words: units.flatMap(({ word }, i) => (held[i] === true ? [word] : [])),
      };
    })
    .filter(({ words }) => words.length > 0)
    .sort((a, b) => b.score - a.score || b.fact.id - a.fact.id);
  const least = Math.ceil(best(ranked) * LEAST_SHARE);
  const facts = withoutRepeats(ranked.filter(({ words }) => words.length >= least))
    .slice(0, limit)
    .map((found) => ({ ...found, laterState: search.laterState(found.fact) }));
  return { facts, total: matches.length };
}

/** What is remembered, newest first: facts that hold all words of the question, or where there are none any of them. */
export function newestFacts(
  search: FactSearch,
  question: string | undefined,
  filter: HitFilter,
  limit: number,
): FactAnswer {
  if (!wantsFacts(filter)) return NO_FACTS;
  const units = question === undefined ? [] : parseQuery(question).units.slice(0, MAX_FACT_WORDS);
  if (question !== undefined && units.length === 0) return NO_FACTS;
  const raw = new Map((question?.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []).map((word) => [fold(word), word]));
  const matches = search.matches({ ...filter, words: units.map((unit) => spellingsOf(unit, raw)) });
  const whole = matches.filter(({ mask }) => mask === 2 ** units.length - 1);
  const chosen = whole.length > 0 ? whole : matches;
  const facts = search.read(chosen.slice(0, limit).map(({ id }) => id)).map((fact) => ({
    fact,
    laterState: search.laterState(fact),
    score: 0,
    words: units.map(({ word }) => word),
  }));
  return { facts, total: chosen.length };
}
