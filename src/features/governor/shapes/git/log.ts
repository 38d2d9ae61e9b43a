import { type Pick, RANK } from '../../picks/pick.ts';
import type { Line } from '../../text/scan-lines.ts';
import { Foreign } from '../common/foreign.ts';
import { onStarts } from '../common/on-starts.ts';
import { countOf, shareOf } from '../common/share.ts';
import { Tally } from '../common/tally.ts';
import { takeSample } from '../sample.ts';
import type { Findings, Sample, Shape, ShapeReader } from '../shape.ts';

const GRAPH = String.raw`^[*|/\\_ .-]*`;
const COMMIT = new RegExp(`${GRAPH}commit ([0-9a-f]{7,64})\\b`);
const AUTHOR = new RegExp(`${GRAPH}Author: +(.*?) *(?:<.*)?$`);
const DATE = new RegExp(`${GRAPH}(?:Author)?Date: +(.*?)\\r?$`);
/** `1a2b3c4 (tag: v1) subject`, with a graph in front or not. */
const SHORT = new RegExp(`${GRAPH}([0-9a-f]{7,40}) (?=\\S)`);
/** ` src/a.ts | 12 ++--` and ` 3 files changed`. */
const STAT = /^[|\\/ ]* \S.* \| +(?:\d+|Bin)/;
const SUM = /^[|\\/ ]* \d+ files? changed/;
const NAME = /^[MADRCTU]\d*\t(\S.*)$|^(\d+|-)\t(\d+|-)\t\S/;
const KEPT = 800;

const isLong = ({ lines }: Sample): boolean => COMMIT.test(lines.find((line) => line.trim() !== '') ?? '');
const isShort = ({ lines }: Sample): boolean => {
  const hashes = lines.flatMap((line) => SHORT.exec(line)?.[1] ?? []);
  const isOfHashes = hashes.some((hash) => /\d/.test(hash)) && hashes.some((hash) => /[a-f]/.test(hash));
  const known = shareOf(
    lines,
    (line) =>
      SHORT.test(line) || STAT.test(line) || SUM.test(line) || NAME.test(line) || /^[|/\\_ ]+$/.test(line),
  );
  return hashes.length >= 5 && isOfHashes && known >= 0.95;
};

class HistoryReader implements ShapeReader {
  private readonly long: boolean;
  private readonly subjects: Line[] = [];
  private readonly authors = new Tally();
  private readonly files = new Tally();
  private readonly foreign = new Foreign();
  private newest = '';
  private oldest = '';
  private count = 0;
  private awaits = false;

  constructor(long: boolean) {
    this.long = long;
  }

  add(line: Line, text: string): void {
    if (STAT.test(text)) this.files.add((text.split(' | ', 1)[0] ?? '').replace(/^[|\\/ ]+/, '').trim());
    else if (this.long) this.addLong(line, text);
    else if (SHORT.test(text)) this.subject(line);
    else if (!SUM.test(text) && !NAME.test(text) && /[^|/\\_ \r]/.test(text)) this.foreign.add(line, text);
  }

  finish(): Findings {
    const { authors, files, foreign } = this;
    const dates = this.newest === '' ? '' : `, ${this.oldest} – ${this.newest}`;
    const notes = [`history: ${countOf(this.count, 'commit')}${dates}`];
    if (authors.size > 0) notes.push(`authors: ${authors.list(10)}`);
    if (files.size > 0) notes.push(`commits by file: ${files.list(8)}`);
    return {
      notes,
      picks: [...foreign.picks, ...this.picks()],
      isData: !foreign.isMixed,
      frame: { head: 0.9, tail: 0.1 },
    };
  }

  private addLong(line: Line, text: string): void {
    if (COMMIT.test(text)) {
      this.count += 1;
      this.awaits = true;
      return;
    }
    const author = AUTHOR.exec(text)?.[1];
    const date = author === undefined ? DATE.exec(text)?.[1] : undefined;
    if (author !== undefined) this.authors.add(author);
    else if (date !== undefined) {
      if (this.newest === '') this.newest = date;
      this.oldest = date;
    } else if (/^[*|/\\ ]*\s{4}\S/.test(text)) {
      if (this.awaits) this.keep(line);
      this.awaits = false;
    } else if (/^(?:fatal|error|warning|hint): /.test(text)) this.foreign.add(line, text);
  }

  private subject(line: Line): void {
    this.count += 1;
    this.keep(line);
  }

  private keep(line: Line): void {
    if (this.subjects.length < KEPT) this.subjects.push(line);
  }

  /** The newest first. */
  private *picks(): Generator<Pick> {
    for (const [i, line] of this.subjects.entries()) yield { line, rank: RANK.shape - i / KEPT };
  }
}

/** What `git log` writes, whole, in one line each, with a graph or with the files; the reflog, too. */
export const gitLog: Shape = {
  name: 'git-log',
  recognise: (sample) => (isLong(sample) ? !/^@@ -\d/m.test(sample.head) : isShort(sample)),
  read: (source) => onStarts(new HistoryReader(isLong(takeSample(source)))),
};
