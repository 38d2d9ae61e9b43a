import { sliceWhole, takeBytes } from '#core/text/bytes.ts';
import { closeFence } from '#core/text/fence.ts';
import { Terms } from '#core/text/terms.ts';
import { formatCount } from '#core/units.ts';
import type { Expansion } from '#features/knowledge/search/expand-query.ts';
import { fenced } from '../fenced.ts';
import { type ShownAnswer, type ShownHit, shortened } from './search-hits.ts';

/** A question as it is repeated in an answer. */
const QUESTION_CHARS = 100;
/** Words named for one that the index does not know. */
const MAX_TAKEN = 3;

export const quotedQuestion = (query: string): string => `"${shortened(query, QUESTION_CHARS)}"`;

/** The words of these texts by the term that the index has for them: its terms are stems. */
function wordsByTerm(texts: readonly string[]): ReadonlyMap<string, string> {
  const terms = new Terms();
  const words = new Map<string, string>();
  for (const [word] of texts.join('\n').matchAll(/[\p{L}\p{N}\p{M}_]+/gu)) {
    const [term = ''] = terms.of(word).split(' ');
    if (!words.has(term)) words.set(term, word);
  }
  return words;
}

/** The word as it was typed. */
function asTyped(word: string, query: string): string {
  const at = query.toLowerCase().indexOf(word);
  return at < 0 ? word : sliceWhole(query, at, at + word.length);
}

function takenAs({ word, terms }: Expansion, query: string, words: ReadonlyMap<string, string>): string {
  const shown = terms.flatMap((term) => words.get(term) ?? []);
  const names = [...new Set(shown.length > 0 ? shown : terms)].slice(0, MAX_TAKEN);
  return `"${asTyped(word, query)}" taken as ${names.join(', ')}`;
}

/** How the hits differ from what was asked for, in one line; empty when they do not. */
export function differences({ query = '', hits, missing, expansions }: ShownAnswer): string {
  if (hits.length === 0) return '';
  const replaced = expansions.filter(({ terms }) => terms.length > 0);
  const words = replaced.length === 0 ? new Map() : wordsByTerm(hits.map(({ text }) => text));
  const parts = replaced.map((expansion) => takenAs(expansion, query, words));
  if (missing.length > 0) parts.push(`without: ${missing.map((word) => shortened(word, 40)).join(', ')}`);
  return parts.join('; ');
}

const hitText = ({ header, text }: ShownHit): string =>
  text === '' ? header : `${header}\n${text.trimEnd()}`;

interface Run {
  readonly hits: ShownHit[];
  readonly isOutside: boolean;
}

/** Hits that follow each other and are all of pages, or all of something else. */
function runsOf(hits: readonly ShownHit[]): readonly Run[] {
  const runs: Run[] = [];
  for (const hit of hits) {
    const isOutside = hit.outside !== undefined;
    const last = runs.at(-1);
    if (last?.isOutside === isOutside) last.hits.push(hit);
    else runs.push({ hits: [hit], isOutside });
  }
  return runs;
}

/**
 * Hits with a passage stand apart; entries that are only named stand line by line. Those of pages stand in a fence, neighbours
 * in one, which costs some 90 bytes; it names them by handle, since the lines in it say the rest.
 */
function hitList(hits: readonly ShownHit[], isFenced: boolean): string {
  const between = hits.some(({ text }) => text !== '') ? '\n\n' : '\n';
  const list = (some: readonly ShownHit[]): string => some.map(hitText).join(between);
  if (isFenced) return list(hits);
  return runsOf(hits)
    .map((run) => {
      const origins = new Set(run.hits.flatMap(({ outside }) => outside ?? []));
      return run.isOutside ? fenced(list(run.hits), [...origins].join(' ')) : list(run.hits);
    })
    .join(between);
}

/** That older events were not looked at, in one line; empty when all were. */
export function eventsLine(answers: readonly ShownAnswer[]): string {
  const count = answers.find(({ eventsLookedAt }) => eventsLookedAt !== undefined)?.eventsLookedAt;
  return count === undefined
    ? ''
    : `[events: the newest ${formatCount(count)} were looked at, older ones not]`;
}

/** Why a question with matches shows none. A lone question always has room for a passage. */
function nothingShown({ total }: ShownAnswer, isOnly: boolean): string {
  const [matches, files] =
    total === 1 ? ['passage matches', 'its file is'] : ['passages match', 'their files are'];
  const gone = `${files} gone or shorter than when indexed`;
  return `${formatCount(total)} ${matches}${isOnly ? `, but ${gone}` : `; shown above, no room left in max_bytes, or ${gone}`}.`;
}

/**
 * The answers in order, each under its question when there are several. Answers without a match are given by `nothing`.
 * `isFenced`: the caller puts a fence around all of it.
 */
export function answersText(
  answers: readonly ShownAnswer[],
  nothing: (answer: ShownAnswer) => string,
  isFenced = false,
): string {
  const isOnly = answers.length === 1;
  const parts = answers.map((answer) => {
    const found = answer.hits.length > 0 ? hitList(answer.hits, isFenced) : nothingShown(answer, isOnly);
    const body = answer.total === 0 ? nothing(answer) : found;
    const heading = isOnly ? '' : `## ${shortened(answer.query ?? '', QUESTION_CHARS)}`;
    return [heading, differences(answer), body].filter((part) => part !== '').join('\n');
  });
  return parts.join('\n\n');
}

/** How a cut is shown. */
const CUT = '… [max_bytes]';
const CUT_BYTES = Buffer.byteLength(CUT);

/** The text itself where it fits; else its start, and that it was cut. A fence that is cut through is closed. */
export function within(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const room = Math.max(0, maxBytes - CUT_BYTES);
  const start = takeBytes(text, room);
  const closed = closeFence(start);
  const endBytes = Math.max(0, Buffer.byteLength(closed) - Buffer.byteLength(start));
  const whole = endBytes === 0 ? closed : closeFence(takeBytes(text, Math.max(0, room - endBytes)));
  return `${whole}${CUT}`;
}
