import { htmlToMarkdown } from '@mdream/js';
import { stripHidden } from '#core/text/strip-hidden.ts';
import { withoutLayoutTables } from './layout-tables.ts';
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

/** Elements for which Markdown has no sign, and that would be written as markup. */
const TAGS = {
  details: 'div',
  summary: 'p',
  dl: 'div',
  dt: 'p',
  dd: 'p',
  address: 'p',
  ins: 'span',
  u: 'span',
  mark: 'span',
  sup: { enter: '^', exit: '' },
  sub: { enter: '_', exit: '' },
} as const;

/**
 * Links without a text, and markup that is written for what a cell or a heading cannot hold; what a page shows of markup is in
 * code, or escaped.
 */
const LEFT_MARKUP =
  /(`+)(?:(?!\1)[\s\S])*?\1|(?<!!)\[\s*\]\([^()\n]*\)|(?<!\\)<\/?(?:br|hr|ul|ol|li|pre|code|table|thead|tbody|tfoot|tr|td|th|p|div|span|dl|dt|dd|blockquote|h[1-6]|details|summary|sup|sub|ins|u|mark|address|img|a)\b[^<>\n]*>/gi;

/** The text without markup that is left in its lines; blocks of code stay as they are. */
function withoutMarkup(markdown: string): string {
  let fence = '';
  const lines = markdown.split('\n').map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
      return line;
    }
    fence = mark;
    if (mark !== '' || !/<|\[\s*\]\(/.test(line)) return line;
    return line.replace(LEFT_MARKUP, (found) => (found.startsWith('`') ? found : ' '));
  });
  return lines.join('\n');
}

const plain = (html: string): string => htmlToMarkdown(html, { format: 'text' }).replace(/\s+/g, ' ').trim();

/** What a page says in its head; a lone text inside is decoded like any other. */
function titleOf(page: string): string {
  // Drawings in the page have titles too.
  const end = page.search(/<body\b|<svg\b/i);
  const html = end < 0 ? page : page.slice(0, end);
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

/** Characters that are text and not marks of Markdown, in its beginning. */
const startChars = (markdown: string): number =>
  (markdown.slice(0, LEAST_MAIN_CHARS * 20).match(/[\p{L}\p{N}]/gu) ?? []).length;

/** The title in front, unless the text says it itself. */
function titled(title: string, text: string): string {
  if (title === '' || text.slice(0, 2_000).includes(title)) return text;
  return /^# /.test(text) ? `${title}\n\n${text}` : `# ${title}\n\n${text}`;
}

/**
 * The readable part of a page as Markdown: title, headings, links, tables, code. What a reader does not see is left out: hidden
 * elements, invisible characters, scripts, navigation. `url` is what relative links are meant from.
 */
export function convertHtml(source: string, url: string): ConvertedHtml {
  const html = withoutLayoutTables(source);
  const base = baseOf(html, url);
  const hidden = hiddenNames(html);
  const convert = (isMainOnly: boolean): string =>
    htmlToMarkdown(html, {
      plugins: { tagOverrides: TAGS },
      hooks: [visiblePart({ base, hidden, isMainOnly })],
    });
  const hasMain = /<main\b|\brole\s*=\s*["']?main\b/i.test(html);
  const main = hasMain ? convert(true) : '';
  const body = startChars(main) >= LEAST_MAIN_CHARS ? main : convert(false);
  const title = titleOf(html);
  const clean = withoutMarkup(stripHidden(body))
    .replace(/[ \t]+$/gm, '')
    .replace(/!\[([^\]\n]{0,300})\]\(\)/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return {
    text: !/[\p{L}\p{N}\p{S}]/u.test(clean) ? '' : `${titled(title, clean)}\n`,
    title,
    refresh: refreshOf(html, base),
    hasScripts: /<script\b/i.test(html),
  };
}
