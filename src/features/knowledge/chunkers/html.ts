import type { Passage } from '#storage/source.ts';
import { HeadingPath } from './heading-path.ts';
import { PassagePacker, packLines } from './packer.ts';
import { lastTitle, type NamedMark } from './title.ts';

const HTML_AIM = 1400;
const HTML_MAX = 2400;
/** Deeper nesting makes no difference. */
const LEVEL_LIMIT = 40;

const HEADING = /<h([1-6])\b[^>]*>(.*?)<\/h\1>/i;
const TITLE = /<title\b[^>]*>([^<]*)<\/title>/i;

/** HTML and XML as text, by lines that begin with a tag; the headings above as title. */
export function chunkHtml(bytes: Buffer): Generator<Passage> {
  const packer = new PassagePacker<NamedMark>(bytes, {
    aimBytes: HTML_AIM,
    maxBytes: HTML_MAX,
    title: lastTitle,
  });
  const headings = new HeadingPath();
  let path = '';
  return packLines(bytes, packer, (line) => {
    if (line.code !== 60) return;
    const { text, lead } = line;
    const at = { byte: line.start, line: line.number };
    const heading = HEADING.exec(text);
    if (heading !== null) {
      path = headings.enter(Number(heading[1]), (heading[2] ?? '').replace(/<[^>]*>/g, '').trim());
      packer.mark({ ...at, level: -1, name: path });
      return;
    }
    if (path === '') path = TITLE.exec(text)?.[1] ?? '';
    if (text.charCodeAt(lead + 1) === 47) return;
    packer.mark({ ...at, level: Math.min(LEVEL_LIMIT, line.indent), name: path });
  });
}
