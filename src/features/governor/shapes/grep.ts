import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../picks/pick.ts';
import { copyOf } from '../text/copy-of.ts';
import type { Line } from '../text/scan-lines.ts';
import { Foreign } from './common/foreign.ts';
import { onStarts } from './common/on-starts.ts';
import { countOf, shareOf } from './common/share.ts';
import { Tally } from './common/tally.ts';
import { takeSample } from './sample.ts';
import type { Findings, Sample, Shape, ShapeReader } from './shape.ts';

/** `path:line:text`, `path-line-text` of the lines around, and with a column. */
const NUMBERED = /^((?:[A-Za-z]:[\\/])?[^:\0\s][^:\0]{0,300}?)(?::(\d+):|-(\d+)-)/;
/** `path:text`; a path has a slash or an ending. */
const NAMED =
  /^((?:[A-Za-z]:[\\/])?[^:\s"'{}()<>=,;]*(?:[\\/][^:\s"'{}()<>=,;]+|\.[A-Za-z]\w{0,7})):(?!\/\/|:)/;
/** `path:12`: how many matches, of `-c`. */
const COUNTED = /^([^:\s][^:]*):(\d+)\r?$/;
/** Below a line with the path alone: `12:text`, `12-text`. */
const UNDER = /^(\d+)([:-])/;
const PATH = /^(?!\d+[:-])[^\s:"'{}()<>=,;][^:"'{}()<>=,;]*$/;
/** Where a compiler says what is wrong, it says so after a blank. */
const COMPLAINT =
  /^[^:\s]+[:(]\d+(?:[:,]\d+)?\)?:? (?:- )?(?:(?:\w+ )?(?:error|warning|note|info|hint|help)(?: ?[:[(]| TS\d)|[A-Z]{1,4}\d{2,5}\b|[A-Z]\w*(?:Error|Exception|Warning)\b)/;
const KEPT_FILES = 500;
const KEPT_HITS = 6;

/** A matched line is shown with its own blanks; a message has one in front. */
const MESSAGE = /^[^:]*:\d+:(?:\d+:)? \S/;

type Style = 'numbered' | 'named' | 'counted' | 'headed';

const TESTS: Readonly<Record<Exclude<Style, 'headed'>, RegExp>> = {
  counted: COUNTED,
  numbered: NUMBERED,
  named: NAMED,
};

function isHeaded(lines: readonly string[]): boolean {
  const hits = lines.filter((line) => UNDER.test(line)).length;
  const heads = lines.filter((line, i) => PATH.test(line) && UNDER.test(lines[i + 1] ?? '')).length;
  const full = lines.filter((line) => line.trim() !== '' && line !== '--').length;
  return heads > 0 && hits + heads >= full * 0.9;
}

function styleOf({ lines }: Sample): Style | undefined {
  const full = lines.filter((line) => line.trim() !== '' && line !== '--');
  if (full.length < 5 || shareOf(full, (line) => COMPLAINT.test(line)) > 0.1) return undefined;
  const of = (style: Exclude<Style, 'headed'>): boolean =>
    shareOf(full, (line) => TESTS[style].test(line)) >= 0.9;
  if (of('counted') && shareOf(full, (line) => NAMED.test(line)) >= 0.9) return 'counted';
  if (of('numbered') && isOfPaths(full)) return 'numbered';
  if (isHeaded(lines)) return 'headed';
  return of('named') && isOfPaths(full) ? 'named' : undefined;
}

/** What stands in front of the colon is a path, not a word or a time. */
const isOfPaths = (lines: readonly string[]): boolean =>
  shareOf(lines, (line) =>
    /^(?:[A-Za-z]:[\\/])?[^:\s]*(?:[\\/][^:\s]*|\.[A-Za-z]\w{0,7}|[A-Z]\w*file)(?::|-\d+-)/.test(line),
  ) >= 0.8;

/** Behind the place stands a blank or a column. */
const mayComplain = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code === 0x20 || (code >= 0x30 && code <= 0x39);
};

interface FileHits {
  readonly lines: Line[];
  head: Line | undefined;
}

class GrepReader implements ShapeReader {
  private readonly style: Style;
  private readonly isSure: boolean;
  private readonly files = new Map<string, FileHits>();
  private readonly counts = new Tally(20_000);
  private readonly foreign = new Foreign();
  private head: { readonly line: Line; readonly path: string } | undefined;
  private path = '';
  private current: FileHits = { lines: [], head: undefined };
  private sum = 0;
  private empty = 0;

  /** @param isSure what stands behind the paths is surely text of these files */
  constructor(style: Style, isSure: boolean) {
    this.style = style;
    this.isSure = isSure;
  }

  add(line: Line, text: string): void {
    if (text === '' || text === '--') {
      this.head = undefined;
      return;
    }
    if (this.style === 'headed') this.addHeaded(line, text);
    else {
      const found = TESTS[this.style].exec(text);
      if (found === null || (mayComplain(text, found[0].length) && COMPLAINT.test(text)))
        this.foreign.add(line, text);
      else if (this.style === 'counted') this.addCount(line, found[1] ?? '', Number(found[2]));
      // The third group is of lines around a match.
      else if (found[3] === undefined) this.hit(line, found[1] ?? '', 1, undefined);
    }
  }

  finish(): Findings {
    this.settle();
    const { counts, foreign } = this;
    const none = this.empty > 0 ? `, ${countOf(this.empty, 'file')} without` : '';
    const notes = [`matches: ${formatCount(counts.total)} in ${countOf(counts.size, 'file')}${none}`];
    if (counts.size > 1) notes.push(`by file: ${counts.list(14)}`);
    if (counts.size > 14) notes.push(`by folder: ${this.folders().list(10)}`);
    return { notes, picks: [...foreign.picks, ...this.picks()], isData: this.isSure && !foreign.isMixed };
  }

  private addHeaded(line: Line, text: string): void {
    const found = UNDER.exec(text);
    if (found === null) this.head = { line, path: text };
    else if (this.head === undefined) this.foreign.add(line, text);
    else if (found[2] === ':') this.hit(line, this.head.path, 1, this.head.line);
  }

  private addCount(line: Line, path: string, count: number): void {
    if (count === 0) this.empty += 1;
    else this.hit(line, path, count, undefined);
  }

  private hit(line: Line, path: string, count: number, head: Line | undefined): void {
    // Matches of one file follow each other.
    if (path !== this.path) this.turn(path, head);
    this.sum += count;
    const { lines } = this.current;
    if (lines.length < KEPT_HITS) lines.push(line);
  }

  private turn(path: string, head: Line | undefined): void {
    this.settle();
    this.path = copyOf(path);
    this.current = this.files.get(path) ?? { lines: [], head };
    if (this.files.size < KEPT_FILES) this.files.set(this.path, this.current);
  }

  private settle(): void {
    if (this.sum > 0) this.counts.add(this.path, this.sum);
    this.sum = 0;
  }

  private folders(): Tally {
    const folders = new Tally();
    for (const [path, count] of this.counts.top())
      folders.add(path.split(/[\\/]/).slice(0, -1).slice(0, 2).join('/') || '.', count);
    return folders;
  }

  /** The first match of each file, then the second: of `-c` the files with most. */
  private *picks(): Generator<Pick> {
    const order = this.style === 'counted' ? this.counts.top().map(([path]) => path) : [...this.files.keys()];
    for (const [place, path] of order.entries()) {
      const { head = undefined, lines = [] } = this.files.get(path) ?? {};
      const later = place / (order.length + 1);
      if (head !== undefined) yield { line: head, rank: RANK.shape - later };
      for (const [round, line] of lines.entries()) yield { line, rank: RANK.shape - round * 2 - later };
    }
  }
}

/** What grep, ripgrep, ag and git grep write, in each of their forms. */
export const grep: Shape = {
  name: 'grep',
  recognise: (sample) => styleOf(sample) !== undefined,
  read: (source) => {
    const sample = takeSample(source);
    const style = styleOf(sample) ?? 'named';
    const isSure = style !== 'named' && shareOf(sample.lines, (line) => MESSAGE.test(line)) < 0.5;
    return onStarts(new GrepReader(style, isSure));
  },
};
