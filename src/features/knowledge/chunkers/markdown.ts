import type { Passage } from '#storage/source.ts';
import { HeadingPath, headingText } from './heading-path.ts';
import type { Line } from './lines.ts';
import { PassagePacker, packLines } from './packer.ts';
import { lastTitle, type NamedMark } from './title.ts';

/** A section of more bytes than this is cut at its paragraphs; each part keeps the title. */
const SECTION_AIM = 1600;
/** A paragraph, a table or a code block of more bytes than this is cut at line ends. */
const SECTION_MAX = 4096;

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
const FENCE = /^[ \t]*(?:>[ \t]*)?(`{3,}|~{3,})([^`]*)$/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const NO_HEADING_TEXT = /^(?: {4}|\t|[ ]{0,3}(?:[-*+>|#<]|\d+[.)] |```|~~~))/;
const FRONT_MATTER_TITLE = /^title:[ \t]*(["']?)(.+?)\1[ \t]*$/;

/** Follows a Markdown text line by line and marks where its sections and paragraphs begin. */
class MarkdownOutline {
  private readonly packer: PassagePacker<NamedMark>;
  private readonly headings = new HeadingPath();
  private fence = '';
  private isFrontMatter = false;
  private path = '';
  /** Only headings since the last one: a deeper one goes into the same passage. */
  private isBare = false;
  private previous: Line | undefined;
  /** The line before the previous one was blank, so that the previous one may be a heading that is underlined. */
  private isAlone = true;

  constructor(packer: PassagePacker<NamedMark>) {
    this.packer = packer;
  }

  visit(line: Line): void {
    if (!this.isBlock(line)) this.visitText(line);
  }

  /** Front matter and fenced code: nothing in them is a heading, and no blank line in them ends a paragraph. */
  private isBlock(line: Line): boolean {
    if (line.number === 1 && line.text.trimEnd() === '---') {
      this.isFrontMatter = true;
      return true;
    }
    if (this.isFrontMatter) {
      const title = FRONT_MATTER_TITLE.exec(line.text)?.[2];
      if (title !== undefined) this.path = title;
      if (/^(?:---|\.\.\.)[ \t]*$/.test(line.text)) this.isFrontMatter = false;
      return true;
    }
    const mayBeFence = line.code === 96 || line.code === 126 || line.code === 62;
    const mark = mayBeFence ? FENCE.exec(line.text) : null;
    const run = mark?.[1] ?? '';
    if (this.fence !== '') {
      const isEnd = run.startsWith(this.fence) && mark?.[2]?.trim() === '';
      if (isEnd) this.fence = '';
    } else if (run !== '') {
      // The text before a code block introduces it: no place to cut.
      if (this.previous === undefined) this.addParagraph(line);
      this.fence = run;
    } else return false;
    this.isBare = false;
    this.previous = line;
    this.isAlone = false;
    return true;
  }

  private visitText(line: Line): void {
    if (line.isBlank) {
      this.previous = undefined;
      this.isAlone = true;
      return;
    }
    const { code } = line;
    const heading = code === 35 ? HEADING.exec(line.text) : null;
    if (heading !== null) {
      this.enter(line, heading[1]?.length ?? 1, heading[2] ?? '');
      return;
    }
    if ((code === 61 || code === 45) && this.isUnderline(line.text)) {
      const title = this.previous ?? line;
      this.enter(title, code === 61 ? 1 : 2, title.text);
      return;
    }
    if (this.previous === undefined) this.addParagraph(line);
    else this.isAlone = false;
    this.isBare = false;
    this.previous = line;
  }

  private isUnderline(text: string): boolean {
    const title = this.previous?.text;
    return title !== undefined && this.isAlone && !NO_HEADING_TEXT.test(title) && UNDERLINE.test(text);
  }

  private enter(line: Line, level: number, text: string): void {
    const joins = this.isBare && level > this.headings.level;
    this.path = this.headings.enter(level, headingText(text));
    this.packer.mark({ byte: line.start, line: line.number, level: joins ? 1 : -1, name: this.path });
    this.isBare = true;
    this.previous = undefined;
    this.isAlone = true;
  }

  private addParagraph(line: Line): void {
    // Right below its heading a paragraph is no place to cut.
    if (!this.isBare) this.packer.mark({ byte: line.start, line: line.number, level: 0, name: this.path });
  }
}

/** Markdown by section, the path of headings as title. */
export function chunkMarkdown(bytes: Buffer): Generator<Passage> {
  const packer = new PassagePacker(bytes, { aimBytes: SECTION_AIM, maxBytes: SECTION_MAX, title: lastTitle });
  const outline = new MarkdownOutline(packer);
  return packLines(bytes, packer, (line) => outline.visit(line));
}
