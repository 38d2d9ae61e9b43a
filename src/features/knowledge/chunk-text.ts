import { characterStart } from '#core/text/bytes.ts';
import type { Passage } from '#storage/knowledge-store.ts';
import { lineRanges } from './line-index.ts';

/** Hard limit of a passage, in bytes. */
export const PASSAGE_LIMIT = 4096;
/** A passage of this size ends at the next good place: a blank line or the line's end. */
const PASSAGE_AIM = 1200;

interface Line {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const HEADING = /^(#{1,6})\s+(\S.*)$/;
const FENCE = /^\s*(?:```|~~~)/;

/** A heading's text without the closing `#`s that may follow a blank. Linear, where one expression would not be. */
function headingText(rest: string): string {
  const text = rest.trimEnd();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  const isClosed = end < text.length && (end === 0 || /\s/.test(text[end - 1] ?? ''));
  return isClosed ? text.slice(0, end).trimEnd() : text;
}

/** Follows Markdown's headings; `title` is the path of headings at the current line. */
class HeadingPath {
  title = '';
  private readonly path: string[] = [];
  private isFenced = false;

  /** True when this line begins a new section. */
  enter(line: string): boolean {
    if (FENCE.test(line)) this.isFenced = !this.isFenced;
    const match = this.isFenced ? null : HEADING.exec(line);
    if (match === null) return false;
    const [, marks = '#', text = ''] = match;
    this.path.length = Math.min(this.path.length, marks.length - 1);
    this.path.push(headingText(text));
    this.title = this.path.join(' > ');
    return true;
  }
}

function* linesOf(bytes: Buffer): Generator<Line> {
  for (const range of lineRanges(bytes)) {
    yield { ...range, text: bytes.toString('utf8', range.start, range.end).replace(/\r?\n$/, '') };
  }
}

/** Parts of one line that is longer than a passage may be; no character is cut. */
function* splitLongLine(bytes: Buffer, line: Line, title: string): Generator<Passage> {
  for (let start = line.start; start < line.end; ) {
    const end = line.end - start <= PASSAGE_LIMIT ? line.end : characterStart(bytes, start + PASSAGE_LIMIT);
    yield { title, startByte: start, endByte: end, startLine: line.number, endLine: line.number };
    start = end;
  }
}

/**
 * Cuts a text into passages of at most 4,096 bytes that together are the whole text: at headings if it is Markdown, else
 * at blank lines and line ends. The empty text has no passages.
 */
export function* chunkText(bytes: Buffer, isMarkdown: boolean): Generator<Passage> {
  const headings = new HeadingPath();
  let open: Passage | undefined;
  for (const line of linesOf(bytes)) {
    const isSection = isMarkdown && headings.enter(line.text);
    const isTooLong = open !== undefined && line.end - open.startByte > PASSAGE_LIMIT;
    if (open !== undefined && (isSection || isTooLong)) {
      yield open;
      open = undefined;
    }
    if (line.end - line.start > PASSAGE_LIMIT) {
      yield* splitLongLine(bytes, line, headings.title);
      continue;
    }
    open = {
      title: open?.title ?? headings.title,
      startByte: open?.startByte ?? line.start,
      endByte: line.end,
      startLine: open?.startLine ?? line.number,
      endLine: line.number,
    };
    const size = open.endByte - open.startByte;
    const isGoodEnd = line.text.trim() === '' ? size >= PASSAGE_AIM / 2 : size >= PASSAGE_AIM * 2;
    if (isGoodEnd) {
      yield open;
      open = undefined;
    }
  }
  if (open !== undefined) yield open;
}
