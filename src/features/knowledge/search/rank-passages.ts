import type { SourceKind } from '#storage/source.ts';
import { type Candidate, type ScoredPassage, scorePassages, shapeOf } from './passage-score.ts';
import type { UnitMatcher } from './unit-match.ts';

/** What a file's path speaks for or against it; found as the weights of passage-score.ts. */
const FILE_NAME = 0.8;
const TEST_FILE = 0.6;
const GENERATED_FILE = 0.6;
/** Part of the other passages' scores that counts for each passage of a file, and how many count. */
const FILE_SHARE: Readonly<Record<SourceKind, number>> = { code: 0.5, doc: 0.2, output: 0 };
const FILE_PASSAGES = 6;
/** Each further passage of one file counts this much less, so that the best of several files are seen. */
const REPEAT: Readonly<Record<SourceKind, number>> = { code: 0.6, doc: 0.85, output: 0.98 };

const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|testing|benchmarks?|examples?|fixtures?|mocks?)(?:\/|$)|[._-](?:test|spec|bench|benchmark)\.|_test\.|(?:^|\/)test_/i;
const GENERATED = /\.min\.|\.bundle\.|(?:^|\/)(?:generated|gen)\/|[._-](?:generated|pb)\.|\.lock$|-lock\./i;

const fileName = (label: string): string => (label.split('/').at(-1) ?? '').replace(/\.\w+$/, '');

/** How much a file's path speaks for or against it, whatever is in it. */
function fileFactor(label: string, matcher: UnitMatcher, wantsTests: boolean): number {
  const named = 1 + FILE_NAME * matcher.covers(fileName(label));
  const test = !wantsTests && TEST.test(label) ? TEST_FILE : 1;
  return named * test * (GENERATED.test(label) ? GENERATED_FILE : 1);
}

function groupBySource(passages: readonly ScoredPassage[]): readonly ScoredPassage[][] {
  const groups = new Map<number, ScoredPassage[]>();
  for (const passage of passages) {
    const group = groups.get(passage.hit.source.id);
    if (group === undefined) groups.set(passage.hit.source.id, [passage]);
    else group.push(passage);
  }
  return [...groups.values()];
}

/** Scores of one file's passages: lifted by the others of the file, each further one lowered. Best first. */
function fileScores(
  group: readonly ScoredPassage[],
  matcher: UnitMatcher,
  wantsTests: boolean,
): readonly ScoredPassage[] {
  const sorted = [...group].sort((a, b) => b.score - a.score || a.hit.chunkId - b.hit.chunkId);
  const [best] = sorted;
  if (best === undefined) return [];
  const { source } = best.hit;
  const shape = shapeOf(source);
  const isWhole = shape !== 'output';
  const others = isWhole ? sorted.slice(1, FILE_PASSAGES) : [];
  const lift = others.reduce((sum, { score }, i) => sum + (FILE_SHARE[shape] * score) / Math.sqrt(i + 1), 0);
  const factor = isWhole ? fileFactor(source.label, matcher, wantsTests) : 1;
  return sorted.map((passage, i) => ({
    ...passage,
    score: (passage.score + lift) * factor * REPEAT[shape] ** i,
  }));
}

/** The candidates, best first: by BM25, by how much of the question stands how near together, and by their file. */
export function rankPassages(
  candidates: readonly Candidate[],
  matcher: UnitMatcher,
  question: string,
): readonly ScoredPassage[] {
  const wantsTests = /\b(?:tests?|specs?|bench\w*|examples?|fixtures?|mocks?)\b/i.test(question);
  const own = scorePassages(candidates, matcher);
  return groupBySource(own)
    .flatMap((group) => fileScores(group, matcher, wantsTests))
    .sort((a, b) => b.score - a.score || a.hit.chunkId - b.hit.chunkId);
}
