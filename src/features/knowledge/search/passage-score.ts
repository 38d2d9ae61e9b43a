import type { Hit } from '#storage/passage-search.ts';
import type { Source, SourceKind } from '#storage/source.ts';
import type { Coverage, UnitMatcher } from './unit-match.ts';

/*
 * All weights here were found by changing one at a time on the whole development half of the search bench, so its figures
 * flatter them a little. The optimum is flat: half or twice a weight costs at most 0.01.
 */

/** BM25's saturation and length norm: the usual values; a section that comes back to a word is more about it. */
const K1: Readonly<Record<SourceKind, number>> = { doc: 1.8, code: 1.2, output: 1.2 };
const B = 0.5;
/** How many occurrences in the body one in the own heading, in the path of headings and in the file's path is worth. */
const LAST_TITLE = 3;
const ANY_TITLE = 1;
const PATH = 2;

interface Factors {
  readonly base: number;
  /** For the part of the question that the passage, its best three lines, its best line, its title hold. */
  readonly text: number;
  readonly near: number;
  readonly line: number;
  readonly title: number;
  /** For words that are neighbours in the question and in a line. */
  readonly pairs: number;
  /** For the question word by word. */
  readonly literal: number;
  /** The higher, the more a line that holds all is above one that holds most. */
  readonly linePower: number;
}

const PROSE: Factors = {
  base: 1,
  text: 0.6,
  near: 0.8,
  line: 0.8,
  title: 1,
  pairs: 0.5,
  literal: 0.6,
  linePower: 2,
};

/** In an output a line stands for itself: one that holds all is above passages that repeat a part. */
const FACTORS: Readonly<Record<SourceKind, Factors>> = {
  doc: PROSE,
  code: PROSE,
  output: { base: 0.1, text: 0.3, near: 0.5, line: 3, title: 0.3, pairs: 0.5, literal: 1, linePower: 4 },
};

export interface Candidate {
  readonly hit: Hit;
  readonly text: string;
}

export interface ScoredPassage extends Candidate {
  readonly coverage: Coverage;
  readonly score: number;
}

/** Documents in sentences and sections; all others (tables, data, logs) are read line by line. */
const PROSE_NAME = /\.(?:md|mdx|markdown|rst|adoc|html?|org|tex)$/i;

/** By which weights a source is ranked: files that are read line by line as outputs are. */
export const shapeOf = ({ kind, label }: Pick<Source, 'kind' | 'label'>): SourceKind =>
  kind === 'doc' && /\.\w+$/.test(label) && !PROSE_NAME.test(label) ? 'output' : kind;

const lastHeading = (title: string): string => title.slice(title.lastIndexOf(' > ') + 1);

function factorOf(kind: SourceKind, coverage: Coverage, title: Coverage): number {
  const isLiteral = coverage.isLiteral || title.isLiteral;
  const { base, text, near, line, pairs, literal, linePower, title: titleFactor } = FACTORS[kind];
  return (
    base +
    text * coverage.text ** 2 +
    near * coverage.near ** 2 +
    line * coverage.line ** linePower +
    pairs * coverage.pairs +
    titleFactor * title.line +
    (isLiteral ? literal : 0)
  );
}

/** BM25 with fields over the candidates themselves, times a factor for how near together the question stands. */
export function scorePassages(
  candidates: readonly Candidate[],
  matcher: UnitMatcher,
): readonly ScoredPassage[] {
  const { units } = matcher.query;
  const meanLength = candidates.reduce((sum, { text }) => sum + text.length, 0) / candidates.length || 1;
  const paths = new Map<number, Coverage>();
  return candidates.map(({ hit, text }): ScoredPassage => {
    const { source, title } = hit;
    const coverage = matcher.coverage(text);
    const any = matcher.coverage(title);
    const heading = lastHeading(title);
    const last = heading === title ? any : matcher.coverage(heading);
    // The label of an output is a command, which says little of its lines.
    const path = paths.get(source.id) ?? matcher.coverage(source.kind === 'output' ? '' : source.label);
    paths.set(source.id, path);
    const shape = shapeOf(source);
    const k1 = K1[shape];
    const norm = k1 * (1 - B + (B * text.length) / meanLength);
    const once = (field: Coverage, i: number): number => Math.min(1, field.counts[i] ?? 0);
    let bm25 = 0;
    units.forEach(({ weight }, i) => {
      const inFields = LAST_TITLE * once(last, i) + ANY_TITLE * once(any, i) + PATH * once(path, i);
      const frequency = (coverage.counts[i] ?? 0) + inFields;
      bm25 += (weight * frequency * (k1 + 1)) / (frequency + norm);
    });
    return { hit, text, coverage, score: bm25 * factorOf(shape, coverage, any) };
  });
}
