import { addSums, NO_SUMS, type TallyKind, type TallyRow, type TallySums } from '#core/tally.ts';
import type { HostUsage } from './host-usage.ts';

/** Counts of one tool, or of what else entered the context because of us. */
export interface ToolSums extends TallySums {
  readonly kind: TallyKind;
  readonly name: string;
}

export interface DaySums extends TallySums {
  readonly day: string;
}

export interface SessionSums extends TallySums {
  /** Empty: of no session, or of sessions whose rows are gone. */
  readonly sessionId: string;
}

/** What is stored and can be searched. */
export interface KnowledgeCounts {
  readonly sources: number;
  readonly chunks: number;
  /** Of all sources, and of those whose text we keep ourselves. */
  readonly sourceBytes: number;
  readonly storedBytes: number;
  /** Pages that were not fetched again. */
  readonly cacheHits: number;
}

/** One session. */
export interface SessionReport extends SessionSums {
  readonly startedMs: number;
  readonly lastMs: number;
  readonly byTool: readonly ToolSums[];
  /** Events by their names, most often first. */
  readonly events: readonly (readonly [name: string, count: number])[];
  readonly compactions: number;
  readonly snapshots: number;
  /** How many of them were given back to the model. */
  readonly restored: number;
  /** What the agent used by its own transcript; undefined: there is none that can be read. */
  readonly host: HostUsage | undefined;
  /** Dollars, as the agent told the status line; undefined: it did not. */
  readonly costUsd: number | undefined;
}

/** All counts of a project. Parts add up to `total`, whichever way they are cut. */
export interface StatsReport extends KnowledgeCounts {
  readonly events: number;
  readonly sessions: number;
  readonly total: TallySums;
  readonly byTool: readonly ToolSums[];
  readonly byDay: readonly DaySums[];
  readonly bySession: readonly SessionSums[];
  /** The session that is asked about; undefined: there is none yet. */
  readonly session: SessionReport | undefined;
}

/** Kinds that hold bytes. */
const BYTE_KINDS: ReadonlySet<TallyKind> = new Set(['output', 'unread', 'follow', 'text', 'schema']);
/** Answers of our tools, and results that we made short. */
const ANSWERS: ReadonlySet<TallyKind> = new Set(['output', 'unread', 'follow']);

const withBytes = (rows: readonly TallyRow[]): readonly TallyRow[] =>
  rows.filter(({ kind }) => BYTE_KINDS.has(kind));

export const sumOf = (rows: readonly TallySums[]): TallySums => rows.reduce(addSums, NO_SUMS);

/** How many answers were counted: 0 says that nothing could be saved. */
export const answersOf = (tools: readonly ToolSums[]): number =>
  tools.reduce((sum, { kind, count }) => sum + (ANSWERS.has(kind) ? count : 0), 0);

const plain = ({
  count,
  producedBytes,
  hostBytes,
  insteadBytes,
  enteredBytes,
  overheadBytes,
}: TallySums) => ({
  count,
  producedBytes,
  hostBytes,
  insteadBytes,
  enteredBytes,
  overheadBytes,
});

const ORDER: readonly TallyKind[] = ['output', 'unread', 'follow', 'text', 'schema'];

/** Rows by kind and name; a tool that is counted as two kinds is two rows. */
export const toolsOf = (rows: readonly TallyRow[]): readonly ToolSums[] =>
  withBytes(rows)
    .map((row) => ({ kind: row.kind, name: row.name, ...plain(row) }))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.hostBytes - a.hostBytes);

function grouped<K extends string>(rows: readonly TallyRow[], keyOf: (row: TallyRow) => K) {
  const sums = new Map<K, TallySums>();
  for (const row of withBytes(rows)) sums.set(keyOf(row), addSums(sums.get(keyOf(row)) ?? NO_SUMS, row));
  return [...sums];
}

export const daysOf = (rows: readonly TallyRow[]): readonly DaySums[] =>
  grouped(rows, ({ day }) => day).map(([day, sums]) => ({ day, ...sums }));

export const sessionsOf = (rows: readonly TallyRow[]): readonly SessionSums[] =>
  grouped(rows, ({ sessionId }) => sessionId).map(([sessionId, sums]) => ({ sessionId, ...sums }));

/** How much of a kind was counted. */
export const countOf = (rows: readonly TallyRow[], kind: TallyKind): number =>
  rows.reduce((sum, row) => sum + (row.kind === kind ? row.count : 0), 0);
