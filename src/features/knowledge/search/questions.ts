import type { FactSearch } from '#storage/fact-search.ts';
import type { Source } from '#storage/source.ts';
import type { HitFilter } from '#storage/source-filter.ts';
import type { TimelineStore } from '#storage/timeline-store.ts';
import type { IndexLimits } from '../indexing/index-limits.ts';
import type { JobOf, KnowledgeJobKind, KnowledgeJobResults, KnowledgePlace } from '../jobs.ts';
import { StaleFiles } from '../originals/freshness.ts';
import type { Expansion } from './expand-query.ts';
import { isIndexLost } from './index-lost.ts';
import { nearestTerms } from './nearest-terms.ts';
import { type FullAnswer, onlyFacts, rememberedAnswers, withFacts } from './remembered-answers.ts';
import { wantsOnlyFacts } from './search-facts.ts';
import { type SearchRequest, searchPassages } from './search-passages.ts';
import type { TermIntake } from './term-intake.ts';
import { searchTimeline, type TimelineAnswer, type TimelineRequest } from './timeline.ts';
import { wholeWords } from './whole-words.ts';

interface QuestionPlace extends KnowledgePlace {
  readonly timeline: TimelineStore;
  readonly factSearch: FactSearch;
  readonly sessionId: string | undefined;
  readonly nowMs: () => number;
  readonly onFault: (thrown: unknown) => void;
  readonly indexLimits: () => IndexLimits;
  readonly mayShow: (source: Source) => boolean;
}

interface QuestionTools {
  readonly run: <K extends KnowledgeJobKind>(job: JobOf<K>, bytes: number) => Promise<KnowledgeJobResults[K]>;
  readonly terms: TermIntake;
  /** Waits, not for long, for outputs that are being indexed. */
  readonly settleSoon: () => Promise<void>;
  /** True while a folder is being indexed. */
  readonly isTakingIn: () => boolean;
  /** Told which sources an answer showed. */
  readonly note: (ids: readonly number[]) => void;
}

/** Answers from what is indexed and remembered, after what changed meanwhile was taken in. */
export function createQuestions(
  place: QuestionPlace,
  { run, terms, settleSoon, isTakingIn, note }: QuestionTools,
) {
  const { store } = place;
  const staleFiles = new StaleFiles(place);

  /** Takes in what changed on disk, as far as this search looks. A store that cannot be written can still be searched. */
  async function refresh(): Promise<void> {
    if (isTakingIn()) return;
    const { ids: stale, bytes } = staleFiles.look(place.nowMs());
    const ids = stale.filter((id) => {
      const source = store.findSource(id);
      return source !== undefined && place.mayShow(source);
    });
    if (ids.length === 0) return;
    try {
      const { maxFileBytes } = place.indexLimits();
      const job = { kind: 'refresh-files', ids, maxFileBytes, nowMs: place.nowMs() } as const;
      staleFiles.refuse((await run<'refresh-files'>(job, bytes)).flatMap((id) => store.findSource(id) ?? []));
    } catch (thrown) {
      place.onFault(thrown);
    }
  }

  async function withIndex<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (thrown) {
      if (!isIndexLost(thrown)) throw thrown;
      await run<'rebuild-index'>({ kind: 'rebuild-index' }, Number.POSITIVE_INFINITY);
      return work();
    }
  }

  /** A word that the index does not know is looked up among its terms, once these are taken in. */
  async function withTerms<A extends { readonly expansions: readonly Expansion[] }>(
    ask: () => readonly A[],
  ): Promise<readonly A[]> {
    const answers = await withIndex(ask);
    // While a folder is indexed there are new terms all the time; whoever asks now does not wait for them.
    if (isTakingIn() || answers.every(({ expansions }) => expansions.length === 0)) return answers;
    return (await terms.catchUp()) ? ask() : answers;
  }

  return {
    /** See searchPassages. A lost text index is rebuilt first. */
    async search(request: SearchRequest): Promise<readonly FullAnswer[]> {
      const remembered = rememberedAnswers(place, request, store.counts().chunks === 0);
      if (wantsOnlyFacts(request.filter)) return onlyFacts(remembered.answers, request);
      await settleSoon();
      await refresh();
      const left = { ...request, maxBytes: request.maxBytes - remembered.bytes };
      const answers = await withTerms(() => searchPassages(place, left));
      note([...new Set(answers.flatMap((answer) => answer.passages.map(({ hit }) => hit.source.id)))]);
      return withFacts(answers, remembered.answers);
    },

    /** See searchTimeline. */
    async timeline(request: TimelineRequest): Promise<readonly TimelineAnswer[]> {
      await settleSoon();
      await refresh();
      return withTerms(() => searchTimeline(place, request));
    },

    /** See nearestTerms; as words that some passage holds. */
    nearestWords: (question: string): readonly string[] =>
      wholeWords(nearestTerms(question, place.vocabulary), place),

    /** How much of the store a filter leaves to be searched. */
    scope: (filter: HitFilter) => place.timeline.scope(filter),
  };
}
