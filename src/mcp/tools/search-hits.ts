import { formatHandle } from '#core/ids.ts';
import { sliceWhole } from '#core/text/bytes.ts';
import { shownText } from '#core/text/shown-text.ts';
import { formatAge } from '#core/time-span.ts';
import { formatBytes, formatCount } from '#core/units.ts';
import type { Expansion } from '#features/knowledge/search/expand-query.ts';
import type { FullAnswer } from '#features/knowledge/search/remembered-answers.ts';
import type { FoundFact } from '#features/knowledge/search/search-facts.ts';
import type { FoundPassage, LostSource } from '#features/knowledge/search/search-passages.ts';
import type { TimelineAnswer, TimelineEntry } from '#features/knowledge/search/timeline.ts';
import type { Source } from '#storage/source.ts';
import { textTimeMs } from '#storage/source-filter.ts';
import type { StoredEvent } from '#storage/timeline-store.ts';
import { isPage } from '../fenced.ts';

/** One hit, as the model reads it and as programs get it. */
export interface ShownHit {
  /** First line: what it is, where, and how old. */
  readonly header: string;
  /** Empty for an entry that is only named. */
  readonly text: string;
  /** Handle of the page that the text is of; undefined for what does not come from outside. */
  readonly outside?: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What one question brought. */
export interface ShownAnswer {
  /** Undefined: nothing was asked for. */
  readonly query: string | undefined;
  readonly hits: readonly ShownHit[];
  readonly total: number;
  /** Words of the question that no shown passage holds. */
  readonly missing: readonly string[];
  readonly expansions: readonly Expansion[];
  /** Sources with matches that cannot be shown. */
  readonly lost: readonly LostSource[];
  /** Only so many events were looked at; undefined: all, or none was wanted. */
  readonly eventsLookedAt: number | undefined;
}

/** Longest label and title in a text: commands can be long, and headings. */
const LABEL_CHARS = 60;
const TITLE_CHARS = 80;
const SESSION_CHARS = 12;

/** A text on one line, of at most so many characters; what is cut away lies at the end, or at the start. */
export function shortened(text: string, maxChars: number, keep: 'start' | 'end' = 'start'): string {
  const line = [
    ...shownText(sliceWhole(text, 0, 4_096))
      .text.replace(/\s+/g, ' ')
      .trim(),
  ];
  if (line.length <= maxChars) return line.join('');
  return keep === 'start'
    ? `${line.slice(0, maxChars - 1).join('')}…`
    : `…${line.slice(1 - maxChars).join('')}`;
}

/** `#12 npm test`: of a command the start tells most, of a path the end. */
export const sourceName = ({ id, label, origin }: Source): string =>
  `${formatHandle(id)} ${shortened(label, LABEL_CHARS, origin === 'file' ? 'end' : 'start')}`;

export const STATES = {
  unchanged: '',
  changed: ' (the file changed since it was indexed)',
  gone: ' (the file is gone)',
} as const;

interface Place {
  readonly source: Source;
  readonly title: string;
  readonly lines: string;
  /** Undefined where hits are not ranked. */
  readonly score: number | undefined;
  readonly state: keyof typeof STATES;
}

const round = (score: number): number => Math.round(score * 1000) / 1000;

function sourceFields({ source, title, lines, score, state }: Place, text: string, nowMs: number) {
  return {
    id: formatHandle(source.id),
    source: source.label,
    kind: source.kind,
    title,
    lines,
    score: score === undefined ? undefined : round(score),
    age_ms: Math.max(0, nowMs - textTimeMs(source)),
    changed: state === 'changed' || undefined,
    gone: state === 'gone' || undefined,
    text,
  };
}

function passageHit(place: Place, passage: string, nowMs: number): ShownHit {
  const { text, tags } = shownText(passage);
  const fields = sourceFields(place, text, nowMs);
  const title = place.title === '' ? '' : ` › ${shortened(place.title, TITLE_CHARS, 'end')}`;
  const score = place.score === undefined ? '' : `, score ${Number(place.score.toPrecision(3))}`;
  const where = `${sourceName(place.source)}${title}, lines ${place.lines}${score}`;
  const tagged = tags === 0 ? '' : ', host tags in it shown with &lt;';
  const header = `${where}, ${formatAge(fields.age_ms)}${STATES[place.state]}${tagged}`;
  return { header, text, fields, outside: isPage(place.source) ? fields.id : undefined };
}

function foundHit(
  { hit, score, text, firstLine, lastLine, isChanged }: FoundPassage,
  nowMs: number,
): ShownHit {
  const state = isChanged ? 'changed' : 'unchanged';
  const lines = `${firstLine}-${lastLine}`;
  return passageHit({ source: hit.source, title: hit.title, lines, score, state }, text, nowMs);
}

function sourceHit(source: Source, nowMs: number): ShownHit {
  const lines = `1-${source.lines}`;
  const place = { source, title: '', lines, score: undefined, state: 'unchanged' } as const;
  const fields = sourceFields(place, '', nowMs);
  const size = `${formatBytes(source.bytes)}, ${formatCount(source.lines)} ${source.lines === 1 ? 'line' : 'lines'}`;
  return {
    header: `${sourceName(source)}, ${source.kind}, ${size}, ${formatAge(fields.age_ms)}`,
    text: '',
    fields,
  };
}

function eventHit(event: StoredEvent, nowMs: number): ShownHit {
  const what = [event.name, event.toolName, event.detail].filter((part) => part !== undefined).join(' ');
  const ageMs = Math.max(0, nowMs - event.atMs);
  const bytes = event.bytes === undefined ? '' : `, ${formatBytes(event.bytes)}`;
  const header = `event ${shortened(what, TITLE_CHARS)}${bytes}, session ${shortened(event.sessionId, SESSION_CHARS)}, ${formatAge(ageMs)}`;
  return {
    header,
    text: '',
    fields: {
      id: `event-${event.id}`,
      source: `session ${event.sessionId}`,
      kind: 'event',
      title: what,
      lines: '',
      age_ms: ageMs,
      text: header,
    },
  };
}

/** What is remembered: its kind and state, whose it is, when it was, and what became of it since. */
function factHit(
  { fact, laterState, score }: FoundFact,
  nowMs: number,
  sessionId: string | undefined,
): ShownHit {
  const { text } = shownText(fact.text);
  const source = `event:${fact.kind}`;
  const about = fact.key !== undefined && !fact.text.includes(fact.key) ? fact.key : '';
  const title = [fact.state ?? '', shortened(about, TITLE_CHARS, 'end')]
    .filter((part) => part !== '')
    .join(' ');
  const ageMs = Math.max(0, nowMs - fact.atMs);
  const session =
    fact.sessionId === sessionId ? 'this session' : `session ${shortened(fact.sessionId, SESSION_CHARS)}`;
  const later =
    laterState === undefined
      ? ''
      : `, later: ${laterState === '' ? 'replaced' : shortened(laterState, TITLE_CHARS)}`;
  return {
    header: `${source}${title === '' ? '' : ` ${title}`}${later}, ${session}, ${minuteOf(fact.atMs)}, ${formatAge(ageMs)}`,
    text,
    fields: {
      id: `fact-${fact.id}`,
      source,
      kind: 'event',
      title,
      lines: '',
      score: score === 0 ? undefined : round(score),
      session: fact.sessionId,
      age_ms: ageMs,
      later: laterState,
      text,
    },
  };
}

const minuteOf = (atMs: number): string =>
  `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function entryHit(entry: TimelineEntry, nowMs: number, sessionId: string | undefined): ShownHit {
  switch (entry.kind) {
    case 'source':
      return sourceHit(entry.source, nowMs);
    case 'event':
      return eventHit(entry.event, nowMs);
    case 'fact':
      return factHit(entry.found, nowMs, sessionId);
    case 'passage': {
      const { hit, state, text, firstLine, lastLine } = entry;
      const lines = `${firstLine}-${lastLine}`;
      return passageHit(
        { source: hit.source, title: hit.title, lines, score: undefined, state },
        text,
        nowMs,
      );
    }
    default:
      return entry satisfies never;
  }
}

export const shownAnswer = (
  answer: FullAnswer,
  nowMs: number,
  sessionId: string | undefined,
): ShownAnswer => ({
  query: answer.query,
  hits: [
    ...answer.passages.map((passage) => foundHit(passage, nowMs)),
    ...answer.facts.facts.map((found) => factHit(found, nowMs, sessionId)),
  ],
  total: answer.matched + answer.facts.total,
  missing: answer.missing,
  expansions: answer.expansions,
  lost: answer.lost,
  eventsLookedAt: undefined,
});

export const shownTimeline = (
  answer: TimelineAnswer,
  nowMs: number,
  sessionId: string | undefined,
): ShownAnswer => ({
  query: answer.query,
  hits: answer.entries.map((entry) => entryHit(entry, nowMs, sessionId)),
  total: answer.total,
  missing: answer.missing,
  expansions: answer.expansions,
  // An entry whose file is gone says so itself.
  lost: [],
  eventsLookedAt: answer.eventsLookedAt,
});
