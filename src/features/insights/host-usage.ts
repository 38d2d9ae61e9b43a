import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isRecord, type JsonRecord, parseJson } from '#core/json.ts';
import { MIB } from '#core/units.ts';

/** What one line of a transcript says about use; undefined sums count as 0. */
interface UsageLine {
  /** One reply is written in several lines, each with all of its usage. */
  readonly replyId: string;
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  /** Of a subagent: its context is another one. */
  readonly isAside: boolean;
}

/** A text without which a line says nothing. */
export interface UsageReader {
  readonly marks: readonly string[];
  /** `compaction`: the context was replaced by a summary; undefined: the line says nothing. */
  read(line: JsonRecord): UsageLine | 'compaction' | undefined;
}

/** What the agent used in a session by its own transcript. Tokens. */
export interface HostUsage {
  readonly replies: number;
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  readonly compactions: number;
  /** How full the context was, evenly spread over the replies; 0: a compaction. */
  readonly curve: readonly number[];
  /** Bytes of the transcript that were not read yet. */
  readonly unreadBytes: number;
}

/** What is kept between two looks. */
interface UsageState extends Omit<HostUsage, 'curve' | 'unreadBytes'> {
  readonly points: readonly number[];
  readonly last: UsageLine | undefined;
}

const NOTHING: UsageState = {
  replies: 0,
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  compactions: 0,
  points: [],
  last: undefined,
};

/** Read at one look: a tenth of a second. The rest follows at the next one. */
const LOOK_BYTES = 24 * MIB;
const PIECE_BYTES = 4 * MIB;
/** Points that are kept; of more every second one goes. */
const MAX_POINTS = 512;
const CURVE_POINTS = 48;
const LINE_FEED = 0x0a;
/** A link is not what the host wrote, and a pipe would be waited for. Neither exists on Windows. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Tokens in the context with this reply; its own output is part of the next one. */
const usedBy = (line: UsageLine): number => line.inputTokens + line.cacheReadTokens + line.cacheWriteTokens;

function withPoint(points: readonly number[], point: number): readonly number[] {
  const thinned =
    points.length < MAX_POINTS ? points : points.filter((value, place) => value === 0 || place % 2 === 0);
  return [...thinned, point];
}

function taken(state: UsageState, line: UsageLine | 'compaction'): UsageState {
  if (line === 'compaction')
    return {
      ...state,
      compactions: state.compactions + 1,
      points: withPoint(state.points, 0),
      last: undefined,
    };
  const before = state.last?.replyId === line.replyId ? state.last : undefined;
  const points = before === undefined ? state.points : state.points.slice(0, -1);
  const isPoint = !line.isAside && usedBy(line) > 0;
  return {
    ...state,
    replies: state.replies + (before === undefined ? 1 : 0),
    inputTokens: state.inputTokens + line.inputTokens - (before?.inputTokens ?? 0),
    cacheReadTokens: state.cacheReadTokens + line.cacheReadTokens - (before?.cacheReadTokens ?? 0),
    cacheWriteTokens: state.cacheWriteTokens + line.cacheWriteTokens - (before?.cacheWriteTokens ?? 0),
    outputTokens: state.outputTokens + line.outputTokens - (before?.outputTokens ?? 0),
    points: isPoint ? withPoint(points, usedBy(line)) : state.points,
    last: line,
  };
}

/** Lines of a piece that may say something. */
function* telling(piece: Buffer, marks: readonly string[]): Generator<JsonRecord> {
  for (let at = 0; at < piece.length; ) {
    const end = piece.indexOf(LINE_FEED, at);
    const line = piece.subarray(at, end < 0 ? piece.length : end);
    at += line.length + 1;
    if (!marks.some((mark) => line.includes(mark))) continue;
    const record = parseJson(line.toString('utf8'));
    if (isRecord(record)) yield record;
  }
}

/** How far a transcript was read, and what was found. */
export interface UsageMark {
  readonly path: string;
  readonly offset: number;
  /** As JSON; empty: nothing yet. */
  readonly state: string;
}

const stateOf = (mark: UsageMark | undefined, path: string): UsageState => {
  const known = mark?.path === path ? parseJson(mark.state) : undefined;
  return isRecord(known) ? { ...NOTHING, ...(known as Partial<UsageState>) } : NOTHING;
};

/** The last so many of evenly spread points; compactions stay, as far as they are among them. */
function curveOf(points: readonly number[]): readonly number[] {
  const step = Math.max(1, Math.ceil(points.length / CURVE_POINTS));
  return points
    .filter((point, place) => point === 0 || (points.length - 1 - place) % step === 0)
    .slice(-CURVE_POINTS);
}

/**
 * What a transcript tells of use, read on from where the last look ended. Undefined when there is no such file. The mark is
 * for the next look. @throws the file system's error
 */
export function readUsage(
  path: string,
  mark: UsageMark | undefined,
  reader: UsageReader,
): { readonly usage: HostUsage; readonly mark: UsageMark } | undefined {
  let fd: number;
  try {
    fd = openSync(path, FLAGS);
  } catch {
    return undefined;
  }
  try {
    const { size } = fstatSync(fd);
    const isKnown = mark?.path === path && mark.offset <= size;
    let state = isKnown ? stateOf(mark, path) : NOTHING;
    let offset = isKnown ? mark.offset : 0;
    for (const end = Math.min(size, offset + LOOK_BYTES); offset < end; ) {
      const bytes = Buffer.allocUnsafe(Math.min(PIECE_BYTES, size - offset));
      const piece = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, offset));
      const whole = piece.lastIndexOf(LINE_FEED) + 1;
      // The last line is still being written; one that is longer than a piece is passed over.
      if (whole === 0 && piece.length < PIECE_BYTES) break;
      for (const record of telling(piece.subarray(0, whole), reader.marks)) {
        const line = reader.read(record);
        if (line !== undefined) state = taken(state, line);
      }
      offset += whole === 0 ? piece.length : whole;
    }
    const { points, last, ...sums } = state;
    const usage = { ...sums, curve: curveOf(points), unreadBytes: size - offset };
    return { usage, mark: { path, offset, state: JSON.stringify(state) } };
  } finally {
    closeSync(fd);
  }
}
