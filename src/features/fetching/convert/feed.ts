import { htmlToMarkdown } from '@mdream/js';
import { convertHtml } from './html.ts';

/** More than any feed holds. */
const MAX_ENTRIES = 2_000;

const CDATA = /<!\[CDATA\[([\s\S]*?)\]\]>/g;
/** In CDATA markup is written out, elsewhere it is escaped: both come out as markup. */
const unescaped = (xml: string): string => {
  const parts = xml.split(CDATA);
  return parts
    .map((part, place) =>
      place % 2 === 1
        ? part
        : part
            .replace(/&lt;/g, '<')
            .replace(/&gt;/g, '>')
            .replace(/&quot;/g, '"')
            .replace(/&#0*39;|&apos;/g, "'")
            .replace(/&amp;/g, '&'),
    )
    .join('');
};

/** The content of the first element of one of these names; empty without one. */
function contentOf(xml: string, ...names: readonly string[]): string {
  for (const name of names) {
    const found = new RegExp(`<${name}\\b[^>]*?(?:/>|>([\\s\\S]*?)</${name}\\s*>)`, 'i').exec(xml)?.[1];
    if (found !== undefined && found.trim() !== '') return unescaped(found);
  }
  return '';
}

const plain = (html: string): string => htmlToMarkdown(html, { format: 'text' }).replace(/\s+/g, ' ').trim();

/** RSS has the link as text, Atom as an attribute, of several the one without `rel` or with `alternate`. */
function linkOf(xml: string): string {
  const text = contentOf(xml, 'link').trim();
  if (/^https?:/i.test(text)) return text;
  const tags = xml.match(/<link\b[^>]*>/gi) ?? [];
  const tag =
    tags.find((one) => !/\brel\s*=/i.test(one) || /\brel\s*=\s*["']alternate/i.test(one)) ?? tags[0] ?? '';
  return unescaped(/\bhref\s*=\s*["']([^"']+)/i.exec(tag)?.[1] ?? '');
}

function entry(xml: string, url: string): string {
  const title = plain(contentOf(xml, 'title'));
  const date = plain(contentOf(xml, 'pubDate', 'published', 'updated', 'dc:date'));
  const author = plain(contentOf(xml, 'dc:creator', 'author'));
  const facts = [linkOf(xml), date, author].filter((fact) => fact !== '').join(' · ');
  const body = contentOf(xml, 'content:encoded', 'content', 'description', 'summary');
  const { text } = convertHtml(`<body>${body}</body>`, url);
  return [`## ${title || 'Without a title'}`, facts, text.trim()].filter((part) => part !== '').join('\n\n');
}

/** An RSS or Atom feed as Markdown: a heading per entry, with link and date. `title` is empty when the feed has none. */
export function convertFeed(xml: string, url: string): { readonly text: string; readonly title: string } {
  const entries = xml.match(/<(item|entry)\b[\s\S]*?<\/\1\s*>/gi) ?? [];
  const firstAt = xml.search(/<(?:item|entry)\b/i);
  const head = firstAt < 0 ? xml : xml.slice(0, firstAt);
  const title = plain(contentOf(head, 'title'));
  const about = plain(contentOf(head, 'description', 'subtitle'));
  const parts = [
    `# ${title || 'Feed'}`,
    about,
    ...entries.slice(0, MAX_ENTRIES).map((one) => entry(one, url)),
  ];
  if (entries.length > MAX_ENTRIES) parts.push(`(${entries.length - MAX_ENTRIES} more entries are left out)`);
  return { text: `${parts.filter((part) => part !== '').join('\n\n')}\n`, title };
}
