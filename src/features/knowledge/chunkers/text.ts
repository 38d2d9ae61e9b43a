import type { Passage } from '#storage/source.ts';
import { HeadingPath, headingText } from './heading-path.ts';
import type { Line } from './lines.ts';
import { PassagePacker, packLines } from './packer.ts';
import { lastTitle, type NamedMark } from './title.ts';

const TEXT_AIM = 1200;
const TEXT_MAX = 2400;

/** A line that is a path and nothing else, as linters write it above what they found in that file. */
const PATH_LINE = /^(?:\/|\.{1,2}\/|[A-Za-z]:\\|[\w@.-]+\/)[^\s:*?"<>|]*\.\w{1,8}:?$/;

/** Plain text and output of no known kind: by paragraph, by line where they are long; a file named above lines as title. */
export function chunkText(bytes: Buffer): Generator<Passage> {
  const packer = new PassagePacker<NamedMark>(bytes, {
    aimBytes: TEXT_AIM,
    maxBytes: TEXT_MAX,
    title: lastTitle,
  });
  let name = '';
  let isAfterBlank = true;
  return packLines(bytes, packer, (line) => {
    const { text } = line;
    const start = line.lead;
    if (line.isBlank) {
      isAfterBlank = true;
      return;
    }
    const at = { byte: line.start, line: line.number };
    const isPath = isAfterBlank && start === 0 && PATH_LINE.test(text);
    if (isPath) name = text;
    else if (isAfterBlank && start === 0) name = '';
    packer.mark({ ...at, level: isAfterBlank ? 0 : start > 0 ? 2 : 1, name });
    isAfterBlank = false;
  });
}

const ADOC_HEADING = /^(={1,6}) (\S.*)$/;
const RST_LINE = /^([=\-~^"'*+#.:_`])\1{2,}\s*$/;

/** reStructuredText and AsciiDoc by section, the path of headings as title. */
export function chunkMarkup(bytes: Buffer): Generator<Passage> {
  const packer = new PassagePacker(bytes, { aimBytes: TEXT_AIM, maxBytes: TEXT_MAX, title: lastTitle });
  const headings = new HeadingPath();
  /** In order of their first use, which gives their level. */
  const underlines: string[] = [];
  let previous: Line | undefined;
  let path = '';
  return packLines(bytes, packer, (line) => {
    const { text } = line;
    if (line.isBlank) {
      previous = undefined;
      return;
    }
    const adoc = ADOC_HEADING.exec(text);
    const underline = RST_LINE.exec(text)?.[1];
    if (adoc !== null) {
      path = headings.enter(adoc[1]?.length ?? 1, headingText(adoc[2] ?? ''));
      packer.mark({ byte: line.start, line: line.number, level: -1, name: path });
    } else if (underline !== undefined && previous !== undefined && text.length >= previous.text.length - 1) {
      if (!underlines.includes(underline)) underlines.push(underline);
      path = headings.enter(underlines.indexOf(underline) + 1, previous.text.trim());
      packer.mark({ byte: previous.start, line: previous.number, level: -1, name: path });
    } else if (previous === undefined) {
      packer.mark({ byte: line.start, line: line.number, level: 0, name: path });
    }
    previous = underline === undefined ? line : undefined;
  });
}
