import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import type { Line } from '../../text/scan-lines.ts';
import { Foreign } from '../common/foreign.ts';
import { onStarts } from '../common/on-starts.ts';
import { shareOf } from '../common/share.ts';
import { Tally } from '../common/tally.ts';
import { takeSample } from '../sample.ts';
import type { Findings, Sample, Shape, ShapeReader } from '../shape.ts';

const OPENING = /^(?:On branch |HEAD detached |Not currently on any branch|interactive rebase in progress)/;
const HEADING =
  /^(Changes to be committed|Changes not staged for commit|Untracked files|Ignored files|Unmerged paths|Changed but not updated):/;
const SHORT = /^([ MTADRCU?!]{2}) (\S.*?)\r?$/;
const BRANCH = /^## /;
const ENTRY = /^\t(?:([a-z ]+): +)?(\S.*?)\r?$/;
const KEPT = 400;

/** Which part of the status a short code tells of. */
function partOf(code: string): string {
  if (code === '??') return 'untracked';
  if (code === '!!') return 'ignored';
  if (/U|AA|DD/.test(code)) return 'unmerged';
  return code[0] === ' ' ? 'not staged' : 'staged';
}

const PARTS: Readonly<Record<string, string>> = {
  'Changes to be committed': 'staged',
  'Changes not staged for commit': 'not staged',
  'Changed but not updated': 'not staged',
  'Untracked files': 'untracked',
  'Ignored files': 'ignored',
  'Unmerged paths': 'unmerged',
};
/** What is shown before what. */
const ORDER = ['unmerged', 'staged', 'not staged', 'untracked', 'ignored'];

const isLong = ({ lines }: Sample): boolean => OPENING.test(lines.find((line) => line.trim() !== '') ?? '');

function isShort({ lines }: Sample): boolean {
  const entries = lines.filter((line) => SHORT.test(line) && !line.startsWith('   '));
  return entries.length >= 5 && entries.length >= lines.filter((line) => !BRANCH.test(line)).length * 0.97;
}

class StatusReader implements ShapeReader {
  private readonly long: boolean;
  private readonly foreign = new Foreign();
  private readonly counts = new Tally();
  private readonly folders = new Map(ORDER.map((part) => [part, new Tally(300)]));
  private readonly picks: Pick[] = [];
  private part = '';

  constructor(long: boolean) {
    this.long = long;
  }

  add(line: Line, text: string): void {
    const heading = HEADING.exec(text)?.[1];
    if (heading !== undefined) {
      this.part = PARTS[heading] ?? '';
      this.picks.push({ line, rank: RANK.shape });
    } else if (BRANCH.test(text) || OPENING.test(text) || /^Your branch |^and have \d/.test(text))
      this.picks.push({ line, rank: RANK.summary });
    else if (this.long) this.addLong(line, text);
    else this.addShort(line, text);
  }

  finish(): Findings {
    const { counts, foreign } = this;
    const notes = [
      `status: ${ORDER.filter((part) => counts.get(part) > 0)
        .map((part) => `${part} ${formatCount(counts.get(part))}`)
        .join(', ')}`,
    ];
    for (const [part, folders] of this.folders)
      if (folders.total > 12 && folders.size > 1) notes.push(`${part} by folder: ${folders.list(8)}`);
    return { notes, picks: [...foreign.picks, ...this.picks], isData: !foreign.isMixed };
  }

  private addLong(line: Line, text: string): void {
    const found = ENTRY.exec(text);
    if (found !== null && this.part !== '') this.entry(line, this.part, found[2] ?? '');
    // What git says between the parts stands in parentheses, or tells of a rebase or merge.
    else if (!/^\s+\(/.test(text)) this.foreign.add(line, text);
  }

  private addShort(line: Line, text: string): void {
    const found = SHORT.exec(text);
    if (found === null) this.foreign.add(line, text);
    else this.entry(line, partOf(found[1] ?? ''), found[2] ?? '');
  }

  private entry(line: Line, part: string, path: string): void {
    this.counts.add(part);
    this.folders.get(part)?.add(
      path.includes('/')
        ? path
            .split('/', 2)
            .slice(0, path.split('/').length > 2 ? 2 : 1)
            .join('/')
        : '.',
    );
    const count = this.counts.get(part);
    if (count <= KEPT)
      this.picks.push({ line, rank: RANK.shape - 2 - ORDER.indexOf(part) * 5 - Math.min(4, count / 100) });
  }
}

/** What `git status` writes, in words or in codes. */
export const gitStatus: Shape = {
  name: 'git-status',
  recognise: (sample) =>
    isLong(sample)
      ? sample.lines.some((line) => HEADING.test(line) || /^nothing to commit/.test(line))
      : isShort(sample) && shareOf(sample.lines, (line) => SHORT.test(line) || BRANCH.test(line)) > 0.97,
  read: (source) => onStarts(new StatusReader(isLong(takeSample(source)))),
};
