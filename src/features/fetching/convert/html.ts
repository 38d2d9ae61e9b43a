import { htmlToMarkdown } from '@mdream/js';
import { stripHidden } from '#core/text/strip-hidden.ts';
import { hiddenNames, visiblePart } from './visible.ts';

/** Less text than this in the main part, and the whole page is taken: the text may stand beside it. */
const LEAST_MAIN_CHARS = 400;

export interface ConvertedHtml {
  readonly text: string;
  /** Empty when the page has none. */
  readonly title: string;
  /** Where a page without text wants its reader to go; absolute. */
  readonly refresh: string | undefined;
  readonly hasScripts: boolean;
}

const CLEAN = {
  emptyLinks: true,
  blankLines: true,
  selfLinkHeadings: true,
  emptyLinkText: true,
  emptyImages: true,
} as const;

const plain = (html: string): string => htmlToMarkdown(html, { format: 'text' }).replace(/\s+/g, ' ').trim();

/** What a page says in its head; a lone text inside is decoded like any other. */
function titleOf(html: string): string {
  const [, title = ''] = /<title\b[^>]*>([^<]{0,1000})/i.exec(html) ?? [];
  const [, og = ''] =
    title.trim() === ''
      ? (/<meta\b[^>]*\bproperty\s*=\s*["']og:title["'][^>]*\bcontent\s*=\s*["']([^"']{0,1000})/i.exec(
          html,
        ) ?? [])
      : [];
  return stripHidden(plain(title.trim() === '' ? og : title)).slice(0, 300);
}

function baseOf(html: string, url: string): string {
  const href = /<base\b[^>]*\bhref\s*=\s*["']?([^"'\s>]+)/i.exec(html)?.[1];
  return href !== undefined && URL.canParse(href, url) ? new URL(href, url).href : url;
}

/** `<meta http-equiv="refresh" content="0; url=…">` */
function refreshOf(html: string, base: string): string | undefined {
  const tag = /<meta\b[^>]*\bhttp-equiv\s*=\s*["']?refresh["']?[^>]*>/i.exec(html)?.[0];
  const to = tag === undefined ? undefined : /\burl\s*=\s*["']?([^"'>\s]+)/i.exec(tag)?.[1];
  return to !== undefined && URL.canParse(to, base) ? new URL(to, base).href : undefined;
}

/** Characters that are text and not marks of Markdown. */
const textChars = (markdown: string): number => (markdown.match(/[\p{L}\p{N}]/gu) ?? []).length;

/**
 * The readable part of a page as Markdown: title, headings, links, tables, code. What a reader does not see is left out: hidden
 * elements, invisible characters, scripts, navigation. `url` is what relative links are meant from.
 */
export function convertHtml(html: string, url: string): ConvertedHtml {
  const base = baseOf(html, url);
  const hidden = hiddenNames(html);
  const convert = (isMainOnly: boolean): string =>
    htmlToMarkdown(html, { clean: CLEAN, hooks: [visiblePart({ base, hidden, isMainOnly })] });
  const hasMain = /<main\b|\brole\s*=\s*["']?main\b/i.test(html);
  const main = hasMain ? convert(true) : '';
  const body = textChars(main.slice(0, LEAST_MAIN_CHARS * 20)) >= LEAST_MAIN_CHARS ? main : convert(false);
  const title = titleOf(html);
  const clean = stripHidden(body)
    .replace(/[ \t]+$/gm, '')
    .replace(/!\[([^\]\n]{0,300})\]\(\)/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const isTitled = title === '' || /^# /.test(clean);
  return {
    text: textChars(clean) === 0 ? '' : `${isTitled ? clean : `# ${title}\n\n${clean}`}\n`,
    title,
    refresh: refreshOf(html, base),
    hasScripts: /<script\b/i.test(html),
  };
}
