import { closeSync, openSync, readSync } from 'node:fs';
import { sliceWhole, takeBytes } from '#core/text/bytes.ts';
import { formatCount, KIB } from '#core/units.ts';
import type { FetchedPage } from '#features/fetching/fetching.ts';
import type { ShownPart, StoredOriginal } from '#features/governor/handle-line.ts';
import type { ToolContext } from '../context.ts';
import { fenced, fencedCost } from '../fenced.ts';

/** Of the start of a page. */
const PREVIEW_BYTES = 3_072;
/** Of its headings, and no more than this part of the room. */
const OUTLINE_BYTES = 700;
const OUTLINE_SHARE = 0.25;
/** Headings are looked for up to here; a file of megabytes would hold up the hooks. */
const OUTLINE_READ = 256 * KIB;
const HEADING_CHARS = 80;
/** With less room a page shows nothing that helps. */
export const LEAST_PREVIEW = 200;
/** Our own words around what is shown. */
const WORDS_BYTES = 120;

/** Formats that are read from the start; the others are data, of which the shape tells more. */
const DOCUMENTS = new Set(['', 'md', 'markdown', 'mdx', 'txt', 'text', 'rst', 'adoc', 'asciidoc']);

export type HandleLine = (stored: StoredOriginal, shown: ShownPart) => string;

function readStart(file: string, bytes: number): string {
  const fd = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    return buffer.toString('utf8', 0, readSync(fd, buffer, 0, bytes, 0));
  } finally {
    closeSync(fd);
  }
}

/** The headings of Markdown with their lines, as far as they have room; empty with fewer than two. */
function outline(
  lines: readonly string[],
  maxBytes: number,
): { readonly text: string; readonly left: number } {
  const headings: string[] = [];
  let isCode = false;
  lines.forEach((line, place) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    else if (!isCode && /^#{1,6} \S/.test(line))
      headings.push(`${place + 1}: ${sliceWhole(line, 0, HEADING_CHARS)}`);
  });
  if (headings.length < 2) return { text: '', left: 0 };
  let size = 0;
  const fitting = headings.filter((heading) => {
    size += Buffer.byteLength(heading) + 1;
    return size <= maxBytes;
  });
  return { text: fitting.join('\n'), left: headings.length - fitting.length };
}

/** Whole lines from the start, at least a part of the first one. */
function firstLines(
  lines: readonly string[],
  maxBytes: number,
): { readonly text: string; readonly count: number } {
  let size = 0;
  let count = 0;
  for (const line of lines) {
    size += Buffer.byteLength(line) + 1;
    if (size > maxBytes) break;
    count += 1;
  }
  return count === 0
    ? { text: takeBytes(lines[0] ?? '', maxBytes), count: 0 }
    : { text: lines.slice(0, count).join('\n'), count };
}

function markdownPreview(found: FetchedPage, room: number, line: HandleLine): string {
  const { kept, page } = found;
  const text = readStart(kept.path, Math.min(kept.bytes, OUTLINE_READ));
  const lines = text.split('\n');
  if (kept.bytes <= Math.min(room - fencedCost(page.finalUrl), PREVIEW_BYTES))
    return fenced(text, page.finalUrl);
  const free =
    room -
    fencedCost(page.finalUrl) -
    WORDS_BYTES -
    Buffer.byteLength(line(kept, { lines: 1, next: '' })) -
    24;
  const headings = outline(lines, Math.min(OUTLINE_BYTES, Math.floor(free * OUTLINE_SHARE)));
  const start = firstLines(lines, Math.min(PREVIEW_BYTES, free - Buffer.byteLength(headings.text)));
  const more = headings.left === 0 ? '' : ` (${formatCount(headings.left)} more headings)`;
  const words = headings.text === '' ? 'The start:' : `Headings with their lines${more}, then the start:`;
  const shown = [headings.text, start.text].filter((part) => part !== '').join('\n\n');
  const next = `${start.count + 1}-${Math.max(start.count + 1, Math.min(kept.lines, start.count + 100))}`;
  return [words, fenced(shown, page.finalUrl), line(kept, { lines: start.count, next })].join('\n');
}

/** The shape of data, by its digest. */
async function dataPreview(
  { kept, page }: FetchedPage,
  room: number,
  line: HandleLine,
  { digestFile }: ToolContext,
) {
  const handle = Buffer.byteLength(line(kept, { lines: 1, next: '' })) + 24;
  const maxBytes = Math.min(PREVIEW_BYTES, room - fencedCost(page.finalUrl) - handle);
  const digest = await digestFile(kept.path, { maxBytes });
  const isWhole = digest.shownLines >= digest.totalLines && kept.bytes <= maxBytes;
  const shown = fenced(takeBytes(digest.text, PREVIEW_BYTES), page.finalUrl);
  return isWhole
    ? shown
    : [shown, line(kept, { lines: digest.shownLines, next: digest.nextLines })].join('\n');
}

/** What a page is about, in so many bytes: headings and start of a document, the shape of data. */
export function previewOf(
  found: FetchedPage,
  room: number,
  line: HandleLine,
  context: ToolContext,
): Promise<string> {
  return DOCUMENTS.has(found.kept.format)
    ? Promise.resolve(markdownPreview(found, room, line))
    : dataPreview(found, room, line, context);
}
