import { fold } from '#core/text/fold.ts';
import type { Terms } from '#core/text/terms.ts';
import type { ExpandedQuery } from './expand-query.ts';
import { makeQueryTerms, type QueryTerms } from './query-terms.ts';
import { TermPlaces } from './term-places.ts';

/** Units beyond are left out: a mask has 32 bits. */
export const MAX_UNITS = 30;
/** Lines of which `near` speaks. */
const NEAR_LINES = 3;
/** A neighbour of the question may be so many words away in the text. */
const PAIR_WORDS = 2;

export interface Coverage {
  /** Part of the question's weight that the whole text holds, 0 to 1. */
  readonly text: number;
  /** The same for its best line. */
  readonly line: number;
  /** The same for its best three lines in a row. */
  readonly near: number;
  /** Part of the question's neighbours that stand side by side in the best line. */
  readonly pairs: number;
  /** Index of the best line. */
  readonly bestLine: number;
  /** The text holds the question word by word (of two words or more, or with signs in it). */
  readonly isLiteral: boolean;
  /** How often each unit occurs. */
  readonly counts: Float64Array;
  /** Bits of the units that the text holds. */
  readonly mask: number;
}

/** What one line holds: bits of the units, of units by related words, and a part of the question's neighbours. */
interface LineView {
  /** Number of the line in its text, from 0. */
  readonly index: number;
  readonly mask: number;
  readonly related: number;
  readonly pairs: number;
}

const NOTHING: LineView = { index: 0, mask: 0, related: 0, pairs: 0 };

/** Weighs which texts hold how much of a question. */
export class UnitMatcher {
  readonly query: QueryTerms;
  private readonly terms: Terms;
  private readonly literal: string | undefined;
  private readonly words = new Map<string, readonly number[]>();
  /** Where each term was seen last: the number of the line. */
  private readonly seen: Float64Array;
  private readonly tf: Float64Array;
  private stamp = 0;
  private readonly places: TermPlaces;
  private readonly nothing: Coverage;

  /** @param passages number of passages in the index */
  constructor(query: ExpandedQuery, passages: number, terms: Terms) {
    this.terms = terms;
    this.query = makeQueryTerms(query, passages, MAX_UNITS);
    this.places = new TermPlaces(this.query.terms.keys());
    this.seen = new Float64Array(this.query.terms.size);
    this.tf = new Float64Array(this.query.terms.size);
    const counts = new Float64Array(this.query.units.length);
    this.nothing = { text: 0, line: 0, near: 0, pairs: 0, bestLine: 0, isLiteral: false, counts, mask: 0 };
    this.literal = query.text.length > 2 && /[^\p{L}\p{N}]/u.test(query.text) ? query.text : undefined;
  }

  /** Weight of the units in a mask, 0 to 1; what only related words hold counts in part. */
  weightOf(mask: number, related = 0): number {
    let sum = 0;
    const { units, total } = this.query;
    for (let i = 0; i < units.length; i += 1) {
      const unit = units[i];
      if (unit === undefined) continue;
      if (mask & (1 << i)) sum += unit.weight;
      else if (related & (1 << i)) sum += unit.weight * this.query.relatedShare;
    }
    return sum / total;
  }

  /** How much of the question a text holds (a title, a path). */
  covers(text: string): number {
    const { mask, related } = this.look(text, 0);
    return this.weightOf(mask, related);
  }

  coverage(text: string): Coverage {
    const lines = this.places.lines(text);
    if (lines.length === 0) return this.nothing;
    this.tf.fill(0);
    const views: LineView[] = [];
    let all = 0;
    let allRelated = 0;
    let line = 0;
    let bestLine = 0;
    let best = -1;
    let pairs = 0;
    let literalAt = -1;
    for (const { index, text: one } of lines) {
      const view = this.look(one, index);
      if ((view.mask | view.related) === 0) continue;
      views.push(view);
      all |= view.mask;
      allRelated |= view.related;
      const weight = this.weightOf(view.mask, view.related);
      const worth = weight + view.pairs * 0.2;
      if (worth > best) {
        best = worth;
        bestLine = index;
      }
      line = Math.max(line, weight);
      pairs = Math.max(pairs, view.pairs);
      if (literalAt < 0 && view.mask !== 0 && this.hasLiteral(one)) literalAt = index;
    }
    return {
      text: this.weightOf(all, allRelated),
      line,
      near: this.nearest(views),
      pairs,
      bestLine: literalAt >= 0 ? literalAt : bestLine,
      isLiteral: literalAt >= 0,
      counts: this.unitCounts(),
      mask: all,
    };
  }

  private hasLiteral(line: string): boolean {
    return this.literal !== undefined && fold(line).includes(this.literal);
  }

  /** Of windows that hold the same, the one that begins with a view is looked at. */
  private nearest(views: readonly LineView[]): number {
    let near = 0;
    views.forEach(({ index, mask, related }, i) => {
      for (let j = i + 1; j < i + NEAR_LINES; j += 1) {
        const view = views[j];
        if (view === undefined || view.index >= index + NEAR_LINES) break;
        mask |= view.mask;
        related |= view.related;
      }
      near = Math.max(near, this.weightOf(mask, related));
    });
    return near;
  }

  /** How often each unit occurs in what was looked at since the counts were set to 0. */
  private unitCounts(): Float64Array {
    const { units, relatedShare } = this.query;
    return Float64Array.from(units, ({ forms, related }) => {
      let count = 0;
      for (const form of forms) count = Math.max(count, Math.min(...form.map((term) => this.tf[term] ?? 0)));
      let other = 0;
      for (const term of related) other = Math.max(other, this.tf[term] ?? 0);
      return Math.max(count, other * relatedShare);
    });
  }

  private look(line: string, index: number): LineView {
    const words = this.terms.words(line);
    this.stamp += 1;
    let hits: [place: number, term: number][] | undefined;
    for (let place = 0; place < words.length; place += 1) {
      for (const term of this.termsOf(words[place] ?? '')) {
        this.seen[term] = this.stamp;
        this.tf[term] = (this.tf[term] ?? 0) + 1;
        hits ??= [];
        hits.push([place, term]);
      }
    }
    if (hits === undefined) return NOTHING;
    const view = { index, mask: 0, related: 0, pairs: 0 };
    const { units } = this.query;
    for (let i = 0; i < units.length; i += 1) {
      const unit = units[i];
      if (unit === undefined) continue;
      if (unit.related.some((term) => this.seen[term] === this.stamp)) view.related |= 1 << i;
      const form = unit.forms.some((one) => one.every((term) => this.seen[term] === this.stamp));
      if (form && (unit.phrases.length === 0 || this.hasPhrase(line, unit.phrases))) view.mask |= 1 << i;
    }
    view.pairs = this.pairsIn(hits);
    return view;
  }

  private hasPhrase(line: string, phrases: readonly string[]): boolean {
    const terms = ` ${this.terms.of(line)} `;
    return phrases.some((phrase) => terms.includes(phrase));
  }

  /** Part of the question's neighbours that are neighbours here, in the same order. */
  private pairsIn(hits: readonly (readonly [place: number, term: number])[]): number {
    const { neighbours } = this.query;
    if (neighbours.size === 0 || hits.length < 2) return 0;
    const found = new Set<string>();
    hits.forEach(([place, term], i) => {
      for (let j = i + 1; j < hits.length; j += 1) {
        const [next = 0, other = 0] = hits[j] ?? [];
        if (next - place > PAIR_WORDS) break;
        const pair = `${term} ${other}`;
        if (next > place && neighbours.has(pair)) found.add(pair);
      }
    });
    return found.size / neighbours.size;
  }

  private termsOf(word: string): readonly number[] {
    const known = this.words.get(word);
    if (known !== undefined) return known;
    const found: number[] = [];
    if (this.places.isIn(word)) {
      for (const term of this.terms.ofWord(word).split(' ')) {
        const index = this.query.terms.get(term);
        if (index !== undefined && !found.includes(index)) found.push(index);
      }
    }
    this.words.set(word, found);
    return found;
  }
}
