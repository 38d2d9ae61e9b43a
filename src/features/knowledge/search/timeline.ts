import { Terms } from '#core/text/terms.ts';
import type { FactSearch } from '#storage/fact-search.ts';
import type { KnowledgeStore } from '#storage/knowledge-store.ts';
import type { Hit } from '#storage/passage-search.ts';
import type { Source } from '#storage/source.ts';
import type { HitFilter } from '#storage/source-filter.ts';
import { textTimeMs } from '#storage/source-filter.ts';
import type { NewestEvents, StoredEvent, TimelineStore } from '#storage/timeline-store.ts';
import type { Vocabulary } from '#storage/vocabulary.ts';
import { type OriginalState, originalState } from '../originals/originals.ts';
import { PassageReader } from '../originals/passage-reader.ts';
import { excerptAround } from './excerpt.ts';
import { type ExpandedQuery, type Expansion, expandQuery } from './expand-query.ts';
import { matchExpression, parseQuery } from './query.ts';
import { type FactAnswer, type FoundFact, NO_FACTS, newestFacts } from './search-facts.ts';
import { onceEach } from './search-passages.ts';
import { MAX_UNITS, UnitMatcher } from './unit-match.ts';

/** Room for one excerpt: least and most, in bytes. */
const EXCERPT_BYTES = { min: 160, max: 600 };
/** Of the room of an entry, what its first line takes. */
const HEADER_BYTES = 140;

export interface TimelinePlace {
  readonly store: KnowledgeStore;
  readonly timeline: TimelineStore;
  readonly factSearch: FactSearch;
  readonly vocabulary: Vocabulary;
  readonly outDir: string;
  /** False: nothing of what this source holds may be shown, nor that it matches. */
  readonly mayShow: (source: Source) => boolean;
  /** The same of a path, links resolved. Absent: every file. */
  readonly mayRead?: (path: string) => boolean;
}

export interface TimelineRequest {
  /** Empty: everything that the filter leaves. */
  readonly queries: readonly string[];
  readonly filter: HitFilter;
  /** Entries per query. */
  readonly limit: number;
  /** For all queries together. */
  readonly maxBytes: number;
}

/** One entry of the timeline: a whole source, the best passage of one that matches, an event, or what is remembered of one. */
export type TimelineEntry = { readonly atMs: number } & (
  | { readonly kind: 'source'; readonly source: Source }
  | {
      readonly kind: 'passage';
      readonly hit: Hit;
      readonly state: OriginalState;
      /** Empty when the text is gone. */
      readonly text: string;
      readonly firstLine: number;
      readonly lastLine: number;
    }
  | { readonly kind: 'event'; readonly event: StoredEvent }
  | { readonly kind: 'fact'; readonly found: FoundFact }
);

export interface TimelineAnswer {
  /** Undefined: nothing was asked for. */
  readonly query: string | undefined;
  /** Newest first. */
  readonly entries: readonly TimelineEntry[];
  /** Entries that fit, shown or not. */
  readonly total: number;
  readonly expansions: readonly Expansion[];
  /** Words of the question that no entry holds. */
  readonly missing: readonly string[];
  /** Only so many events, those that were written down last, were looked at; undefined: all, or none was wanted. */
  readonly eventsLookedAt: number | undefined;
}

/** Sources with passages that hold all words of the question; where there are none, any of them. */
function findSources(place: TimelinePlace, query: ExpandedQuery, filter: HitFilter, limit: number) {
  if (query.units.length === 0) return { rows: [], total: 0 };
  const all = place.timeline.passages(matchExpression(query, 'all'), filter, limit);
  return all.total > 0 ? all : place.timeline.passages(matchExpression(query, 'any'), filter, limit);
}

const NO_EVENTS: NewestEvents = { rows: [], total: 0, lookedAt: undefined };

function findEvents(
  { timeline }: TimelinePlace,
  words: readonly string[],
  filter: HitFilter,
  limit: number,
): NewestEvents {
  const isWanted = filter.sourceId === undefined && (filter.kind === undefined || filter.kind === 'event');
  return isWanted ? timeline.events({ ...filter, words }, limit) : NO_EVENTS;
}

const eventEntry = (event: StoredEvent): TimelineEntry => ({ kind: 'event', event, atMs: event.atMs });

const factEntry = (found: FoundFact): TimelineEntry => ({ kind: 'fact', found, atMs: found.fact.atMs });

const newestFirst = (entries: readonly TimelineEntry[], limit: number): readonly TimelineEntry[] =>
  [...entries].sort((a, b) => b.atMs - a.atMs).slice(0, limit);

interface Best {
  readonly hit: Hit;
  /** Undefined when it cannot be read any more. */
  readonly passage: string | undefined;
  readonly bestLine: number;
  /** Bits of the question's units that it holds. */
  readonly mask: number;
}

/** Of a source's passages the one that holds most of the question. Undefined without any. */
function bestOf(hits: readonly Hit[], matcher: UnitMatcher, reader: PassageReader): Best | undefined {
  const ranked = hits.map((hit) => {
    const passage = reader.read(hit.source, hit.startByte, hit.endByte);
    if (passage === undefined) return { hit, passage, bestLine: 0, mask: 0, weight: -1 };
    const { text, near, bestLine, mask } = matcher.coverage(passage);
    return { hit, passage, bestLine, mask, weight: text + near };
  });
  return ranked.sort((a, b) => b.weight - a.weight)[0];
}

function missingWords({ units }: ExpandedQuery, shown: readonly Best[]): readonly string[] {
  if (shown.length === 0) return [];
  const held = shown.reduce((all, { mask }) => all | mask, 0);
  return units.flatMap(({ word }, i) => (i < MAX_UNITS && (held & (1 << i)) === 0 ? [word] : []));
}

/** Shows a passage around its best line. */
function passageEntry(
  { hit, passage, bestLine }: Best,
  { text: literal, units }: ExpandedQuery,
  maxBytes: number,
  outDir: string,
): TimelineEntry {
  const found = { kind: 'passage', hit, atMs: textTimeMs(hit.source) } as const;
  if (passage === undefined)
    return { ...found, state: 'gone', text: '', firstLine: hit.startLine, lastLine: hit.endLine };
  const { text, firstLine, lastLine } = excerptAround({ passage, bestLine, literal, units, maxBytes });
  const state = originalState(outDir, hit.source);
  return { ...found, state, text, firstLine: hit.startLine + firstLine, lastLine: hit.startLine + lastLine };
}

/** The newest sources and events that the filter leaves. */
function newestEntries(place: TimelinePlace, { filter, limit }: TimelineRequest): TimelineAnswer {
  const sources = place.timeline.sources(filter, limit);
  const rows = sources.rows.filter(place.mayShow);
  const events = findEvents(place, [], filter, limit);
  const facts = newestFacts(place.factSearch, undefined, filter, limit);
  const entries = [
    ...rows.map((source): TimelineEntry => ({ kind: 'source', source, atMs: textTimeMs(source) })),
    ...events.rows.map(eventEntry),
    ...facts.facts.map(factEntry),
  ];
  return {
    query: undefined,
    entries: newestFirst(entries, limit),
    total: sources.total - (sources.rows.length - rows.length) + events.total + facts.total,
    expansions: [],
    missing: [],
    eventsLookedAt: events.lookedAt,
  };
}

/** For each question what matches it, newest first: one passage of each source, and events that hold all its words. */
export function searchTimeline(place: TimelinePlace, request: TimelineRequest): readonly TimelineAnswer[] {
  const { queries, filter, limit, maxBytes } = request;
  if (queries.length === 0) return [newestEntries(place, request)];
  const reader = new PassageReader(place.outDir, place.mayRead);
  const isShown = onceEach(place.mayShow);
  const terms = new Terms();
  const { chunks } = place.store.counts();
  const seen = new Set<string>();
  const share = Math.floor(maxBytes / (queries.length * limit)) - HEADER_BYTES;
  const room = Math.min(EXCERPT_BYTES.max, Math.max(EXCERPT_BYTES.min, share));
  try {
    return queries.map((question): TimelineAnswer => {
      const query = expandQuery(parseQuery(question), place.vocabulary);
      const words = query.units.map(({ word }) => word);
      // Entries that an earlier question showed are passed over.
      const sources = findSources(place, query, filter, limit + seen.size);
      const events = words.length === 0 ? NO_EVENTS : findEvents(place, words, filter, limit + seen.size);
      const facts: FactAnswer =
        words.length === 0 ? NO_FACTS : newestFacts(place.factSearch, question, filter, limit + seen.size);
      const isNew = (key: string): boolean => !seen.has(key);
      const matcher = new UnitMatcher(query, chunks, terms);
      const shown = sources.rows.filter(([hit]) => hit === undefined || isShown(hit.source));
      const fresh = shown
        .map((hits) => hits.filter(({ chunkId }) => isNew(`passage ${chunkId}`)))
        .filter((hits) => hits.length > 0)
        .slice(0, limit)
        .flatMap((hits) => bestOf(hits, matcher, reader) ?? []);
      const candidates: readonly TimelineEntry[] = [
        ...fresh.map((best) => passageEntry(best, query, room, place.outDir)),
        ...events.rows.filter(({ id }) => isNew(`event ${id}`)).map(eventEntry),
        ...facts.facts.filter(({ fact }) => isNew(`fact ${fact.id}`)).map(factEntry),
      ];
      const entries = newestFirst(candidates, limit);
      for (const entry of entries) seen.add(entryKey(entry));
      // An event holds all words.
      const hasEvent = entries.some(({ kind }) => kind === 'event' || kind === 'fact');
      return {
        query: question,
        entries,
        total: sources.total - (sources.rows.length - shown.length) + events.total + facts.total,
        expansions: query.expansions,
        missing: hasEvent ? [] : missingWords(query, fresh),
        eventsLookedAt: events.lookedAt,
      };
    });
  } finally {
    reader.close();
  }
}

function entryKey(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'passage':
      return `passage ${entry.hit.chunkId}`;
    case 'event':
      return `event ${entry.event.id}`;
    case 'fact':
      return `fact ${entry.found.fact.id}`;
    case 'source':
      return `source ${entry.source.id}`;
    default:
      return entry satisfies never;
  }
}
