import { stripHidden } from '#core/text/strip-hidden.ts';
import { isWantedType, kindByBytes, kindOfText, mediaType } from './body-kind.ts';
import { decodeText } from './charset.ts';
import { convertFeed } from './feed.ts';
import { convertHtml } from './html.ts';

/** The text layer of a PDF; loaded on demand, as it is large. Pages in order, the title empty when there is none. */
export type ReadPdf = (
  bytes: Uint8Array,
) => Promise<{ readonly title: string; readonly pages: readonly string[] }>;

export interface PageBody {
  readonly bytes: Uint8Array;
  /** The header as it came; empty without one. */
  readonly contentType: string;
  /** Where the body came from, for relative links. */
  readonly url: string;
}

export type ConvertedPage =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** What the page was: `html`, `pdf` … */
      readonly from: string;
      /** By which it is cut into passages, as the ending of a file: `md`, `json` …; empty: by what the text looks like. */
      readonly format: string;
      /** Empty when there is none. */
      readonly title: string;
      /** What the reader should know of it; empty when there is nothing. */
      readonly note: string;
    }
  | { readonly kind: 'unusable'; readonly reason: string };

/** Less text than this out of a page with scripts is probably not what a browser shows. */
const THIN_CHARS = 200;

const unusable = (reason: string): ConvertedPage => ({ kind: 'unusable', reason });

async function convertPdf(bytes: Uint8Array, readPdf: ReadPdf): Promise<ConvertedPage> {
  let read: Awaited<ReturnType<ReadPdf>>;
  try {
    read = await readPdf(new Uint8Array(bytes));
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return unusable(`the PDF cannot be read (${message.replace(/\s+/g, ' ').slice(0, 120)})`);
  }
  const { title, pages } = read;
  if (pages.every((page) => page.trim() === ''))
    return unusable(`the PDF has ${pages.length} pages and no text layer (scanned pages?)`);
  const body = pages.map((page, place) => `## Page ${place + 1}\n\n${stripHidden(page).trim()}`);
  const heading = title === '' ? [] : [`# ${title}`];
  const text = `${[...heading, ...body].join('\n\n')}\n`;
  return { kind: 'text', text, from: 'pdf', format: 'md', title, note: '' };
}

function convertMarkup(html: string, url: string): ConvertedPage {
  const { text, title, refresh, hasScripts } = convertHtml(html, url);
  const onward = refresh === undefined ? '' : `; it sends its reader on to ${refresh}`;
  const scripted = hasScripts ? ': its content probably comes by JavaScript, which is not run' : '';
  if (text === '') return unusable(`the page holds no text${scripted}${onward}`);
  const isThin = text.length < THIN_CHARS && hasScripts;
  const note = isThin ? `little text${scripted}` : '';
  return {
    kind: 'text',
    text,
    from: 'html',
    format: 'md',
    title,
    note: `${note}${onward}`.replace(/^; /, ''),
  };
}

/** The text of a body that came by the network, whatever its header calls it; never its raw markup. */
export async function convertPage(
  { bytes, contentType, url }: PageBody,
  readPdf: ReadPdf,
): Promise<ConvertedPage> {
  if (bytes.length === 0) return unusable('the page is empty');
  const sure = kindByBytes(bytes);
  if (sure?.kind === 'pdf') return convertPdf(bytes, readPdf);
  const type = mediaType(contentType);
  if (sure?.kind === 'none')
    return unusable(`the body is ${sure.what}, though its type is ${type || 'not told'}`);
  if (!isWantedType(contentType))
    return unusable(`${type} is not indexed; only text, HTML, JSON, XML and PDF are`);
  const text = decodeText(bytes, contentType);
  const found = kindOfText(text, contentType, url);
  const stored = { kind: 'text', title: '', note: '' } as const;
  switch (found.kind) {
    case 'none':
      return unusable(`the body is ${found.what}, though its type is ${type || 'not told'}`);
    case 'pdf':
      return convertPdf(bytes, readPdf);
    case 'html':
      return convertMarkup(text, url);
    case 'feed':
      return { ...stored, ...convertFeed(text, url), from: 'feed', format: 'md' };
    default: {
      const clean = stripHidden(text);
      if (clean.trim() === '') return unusable('the page is empty');
      const format = found.kind === 'text' ? found.ending : found.kind;
      return { ...stored, text: clean, from: found.kind, format };
    }
  }
}
