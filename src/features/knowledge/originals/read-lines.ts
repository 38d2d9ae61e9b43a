import { AppError } from '#core/errors.ts';
import { byteLength, characterStart, takeBytes } from '#core/text/bytes.ts';
import type { LineRange } from '#core/text/lines.ts';
import { shownText } from '#core/text/shown-text.ts';
import { around, compile, findIn } from './grep-line.ts';
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
  /** The byte of that line at which the next page begins; 0 unless the line was cut. */
  readonly nextByte: number;
  /** Bytes that are left of the line that was cut because it alone exceeds the budget; 0 when none was. */
  readonly cutBytes: number;
  /** Tags of hosts in what is shown, which are neutralised. */
  readonly tags: number;
}

interface NumberedLine {
  readonly number: number;
  /** Bytes of the line before `text`. */
  readonly firstByte: number;
  /** Without its end. */
  readonly text: string;
}

function* linesOf(bytes: Buffer, index: LineIndex, range: LineRange): Generator<NumberedLine> {
  for (const { number, start, end } of index.from(range.first)) {
    if (number > range.last) return;
    const skip = number === range.first ? (range.firstByte ?? 0) : 0;
    const length =
      end - start - (/\r?\n$/.exec(bytes.toString('latin1', Math.max(start, end - 2), end))?.[0].length ?? 0);
    if (skip > length)
      throw new AppError(
        'ARGUMENT_INVALID',
        `lines: byte ${skip} lies behind the end of line ${number}, which has ${length} bytes.`,
      );
    const firstByte = characterStart(bytes.subarray(start, start + length), skip);
    yield { number, firstByte, text: bytes.toString('utf8', start + firstByte, start + length) };
  }
}

/** Most bytes by which a byte becomes longer when it is shown. */
const MOST_GROWTH = 8;

/** The longest start, nearly, that is shown in at most so many bytes. */
function partWithin(piece: string, maxBytes: number): string {
  let part = takeBytes(piece, maxBytes);
  for (;;) {
    const over = byteLength(shownText(part).text) - maxBytes;
    if (over <= 0) return part;
    part = takeBytes(part, byteLength(part) - Math.ceil(over / MOST_GROWTH));
  }
}

/** Collects pieces as they are shown, while the budget lasts; a first piece that alone exceeds it is cut. */
class Page {
  readonly pieces: string[] = [];
  cutBytes = 0;
  tags = 0;
  private left: number;

  constructor(maxBytes: number) {
    this.left = maxBytes;
  }

  /** False when there is no room for it. */
  add(piece: string): boolean {
    let { text, tags } = shownText(piece);
    if (byteLength(text) + 1 > this.left) {
      if (this.pieces.length > 0) return false;
      const part = partWithin(piece, this.left);
      this.cutBytes += byteLength(piece) - byteLength(part);
      ({ text, tags } = shownText(part));
    }
    this.tags += tags;
    this.left -= byteLength(text) + 1;
    this.pieces.push(text);
    return true;
  }
}

interface PageOfLines {
  readonly page: Page;
  readonly lastLine: number | undefined;
  readonly nextLine: number | undefined;
  readonly nextByte: number;
  readonly matches: number | undefined;
}

function readRange(lines: Iterable<NumberedLine>, maxBytes: number): PageOfLines {
  const page = new Page(maxBytes);
  let lastLine: number | undefined;
  for (const { number, firstByte, text } of lines) {
    if (!page.add(text)) return { page, lastLine, nextLine: number, nextByte: 0, matches: undefined };
    lastLine = number;
    if (page.cutBytes === 0) continue;
    const nextByte = firstByte + byteLength(text) - page.cutBytes;
    return { page, lastLine, nextLine: number, nextByte, matches: undefined };
  }
  return { page, lastLine, nextLine: undefined, nextByte: 0, matches: undefined };
}

function grepRange(lines: Iterable<NumberedLine>, grep: string, maxBytes: number): PageOfLines {
  const pattern = compile(grep);
  const page = new Page(maxBytes);
  let matches = 0;
  let nextLine: number | undefined;
  for (const { number, text } of lines) {
    const at = findIn(text, pattern);
    if (at === undefined) continue;
    matches += 1;
    if (nextLine !== undefined) continue;
    const name = `${number}: `;
    if (!page.add(name + around(text, at, maxBytes - name.length - 1))) nextLine = number;
  }
  return { page, lastLine: undefined, nextLine, nextByte: 0, matches };
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
  const range = {
    first,
    firstByte: request.range?.firstByte ?? 0,
    last: Math.min(request.range?.last ?? index.total, index.total),
  };
  const lines = linesOf(bytes, index, range);
  const { page, lastLine, nextLine, nextByte, matches } =
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
    nextByte,
    cutBytes: page.cutBytes,
    tags: page.tags,
  };
}
