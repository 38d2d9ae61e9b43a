import { AppError } from '#core/errors.ts';
import { sliceWhole, takeBytes } from '#core/text/bytes.ts';
import type { LineRange } from '#core/text/lines.ts';
import { LineIndex } from './line-index.ts';

export interface ReadRequest {
  readonly range: LineRange | undefined;
  /** Regular expression (else, if it is none, plain text), case-insensitive; only lines that match are given. */
  readonly grep: string | undefined;
  readonly maxBytes: number;
}

export interface ReadResult {
  /** The lines; with `grep` each with its number in front. */
  readonly text: string;
  readonly totalLines: number;
  readonly firstLine: number;
  readonly lastLine: number;
  /** Lines that matched; undefined without `grep`. */
  readonly matches: number | undefined;
  /** First line that did not fit any more; undefined when all was given. */
  readonly nextLine: number | undefined;
  /** Bytes of the line that was cut because it alone exceeds the budget; 0 when none was. */
  readonly cutBytes: number;
}

/** Characters shown around a match in a very long line. */
const AROUND = 160;
/** A longer line is not searched beyond this, so that an expression cannot run for minutes. */
const SEARCH_LIMIT = 1024 * 1024;

/** The strict syntax first; then the old one, which knows needless escapes such as `\-` and `\"`; then plain text. */
function compile(grep: string): RegExp {
  for (const flags of ['iu', 'i']) {
    try {
      return new RegExp(grep, flags);
    } catch {
      // Not valid in this syntax: the next one.
    }
  }
  return new RegExp(grep.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'iu');
}

/** The line itself, or of a very long one the part around the match. */
function around(line: string, at: number): string {
  if (line.length <= 4 * AROUND) return line;
  const from = Math.max(0, at - AROUND);
  const to = Math.min(line.length, at + 2 * AROUND);
  return `${from > 0 ? '…' : ''}${sliceWhole(line, from, to)}${to < line.length ? '…' : ''}`;
}

interface NumberedLine {
  readonly number: number;
  /** Without its end. */
  readonly text: string;
}

function* linesOf(bytes: Buffer, index: LineIndex, range: LineRange): Generator<NumberedLine> {
  for (const { number, start, end } of index.from(range.first)) {
    if (number > range.last) return;
    yield { number, text: bytes.toString('utf8', start, end).replace(/\r?\n$/, '') };
  }
}

/** Collects pieces while the budget lasts; a first piece that alone exceeds it is cut. */
class Page {
  readonly pieces: string[] = [];
  cutBytes = 0;
  private left: number;

  constructor(maxBytes: number) {
    this.left = maxBytes;
  }

  /** False when there is no room for it. */
  add(piece: string): boolean {
    const cost = Buffer.byteLength(piece) + 1;
    if (cost > this.left && this.pieces.length > 0) return false;
    const shown = takeBytes(piece, this.left);
    this.cutBytes += Buffer.byteLength(piece) - Buffer.byteLength(shown);
    this.left -= cost;
    this.pieces.push(shown);
    return true;
  }
}

interface PageOfLines {
  readonly page: Page;
  readonly lastLine: number | undefined;
  readonly nextLine: number | undefined;
  readonly matches: number | undefined;
}

function readRange(lines: Iterable<NumberedLine>, maxBytes: number): PageOfLines {
  const page = new Page(maxBytes);
  let lastLine: number | undefined;
  for (const { number, text } of lines) {
    if (!page.add(text)) return { page, lastLine, nextLine: number, matches: undefined };
    lastLine = number;
  }
  return { page, lastLine, nextLine: undefined, matches: undefined };
}

function grepRange(lines: Iterable<NumberedLine>, grep: string, maxBytes: number): PageOfLines {
  const pattern = compile(grep);
  const page = new Page(maxBytes);
  let matches = 0;
  let nextLine: number | undefined;
  for (const { number, text } of lines) {
    const at = pattern.exec(text.slice(0, SEARCH_LIMIT))?.index;
    if (at === undefined) continue;
    matches += 1;
    if (nextLine === undefined && !page.add(`${number}: ${around(text, at)}`)) nextLine = number;
  }
  return { page, lastLine: undefined, nextLine, matches };
}

/**
 * A page of a text by lines, within `maxBytes`; with `grep` only the lines that match.
 * @throws AppError ARGUMENT_INVALID when the range lies behind the end.
 */
export function readLines(bytes: Buffer, request: ReadRequest): ReadResult {
  const index = new LineIndex(bytes);
  const first = request.range?.first ?? 1;
  if (first > Math.max(1, index.total)) {
    throw new AppError(
      'ARGUMENT_INVALID',
      `lines: ${first} lies behind the end; the text has ${index.total} lines.`,
    );
  }
  const range = { first, last: Math.min(request.range?.last ?? index.total, index.total) };
  const lines = linesOf(bytes, index, range);
  const { page, lastLine, nextLine, matches } =
    request.grep === undefined
      ? readRange(lines, request.maxBytes)
      : grepRange(lines, request.grep, request.maxBytes);
  return {
    text: page.pieces.join('\n'),
    totalLines: index.total,
    firstLine: first,
    lastLine: request.grep === undefined ? (lastLine ?? first - 1) : range.last,
    matches,
    nextLine,
    cutBytes: page.cutBytes,
  };
}
