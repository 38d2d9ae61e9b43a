import { type Pick, RANK } from '../../picks/pick.ts';
import { copyOf } from '../../text/copy-of.ts';
import type { Line } from '../../text/scan-lines.ts';
import { Foreign } from '../common/foreign.ts';
import { onStarts } from '../common/on-starts.ts';
import { countOf, shareOf } from '../common/share.ts';
import { Tally } from '../common/tally.ts';
import type { Findings, Shape, ShapeReader } from '../shape.ts';

const BLAME =
  /^(\^?[0-9a-f]{7,40})(?: +\S+)? +\(<?(.*?)>? +(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}) +\d+\)/;
const KEPT = 12;

interface Change {
  readonly line: Line;
  readonly date: string;
  readonly commit: string;
}

class BlameReader implements ShapeReader {
  private readonly authors = new Tally();
  private readonly commits = new Tally(5_000);
  private readonly foreign = new Foreign();
  private newest: Change[] = [];
  private oldest = '';

  add(line: Line, text: string): void {
    const [, commit, author = '', date = ''] = BLAME.exec(text) ?? [];
    if (commit === undefined) {
      this.foreign.add(line, text);
      return;
    }
    this.authors.add(author);
    this.commits.add(commit);
    if (this.oldest === '' || date < this.oldest) this.oldest = copyOf(date);
    const known = this.newest.some((change) => change.commit === commit);
    if (known || (this.newest.length >= KEPT && date <= (this.newest.at(-1)?.date ?? ''))) return;
    this.newest = [...this.newest, { line, date: copyOf(date), commit: copyOf(commit) }]
      .sort((a, b) => (a.date < b.date ? 1 : -1))
      .slice(0, KEPT);
  }

  finish(): Findings {
    const { authors, commits, foreign } = this;
    const day = (date: string): string => date.slice(0, 10);
    return {
      notes: [
        `blame: ${countOf(authors.total, 'line')} of ${countOf(commits.size, 'commit')}, ${day(this.oldest)} – ${day(this.newest[0]?.date ?? '')}`,
        `lines by author: ${authors.list(10)}`,
        `lines by commit: ${commits.list(6)}`,
      ],
      picks: [...foreign.picks, ...this.picks()],
      isData: !foreign.isMixed,
    };
  }

  /** The first line of each of the commits that came last. */
  private *picks(): Generator<Pick> {
    for (const [i, { line }] of this.newest.entries()) yield { line, rank: RANK.shape - i / KEPT };
  }
}

/** What `git blame` writes. */
export const gitBlame: Shape = {
  name: 'git-blame',
  recognise: ({ lines }) => lines.length >= 5 && shareOf(lines, (line) => BLAME.test(line)) >= 0.95,
  read: () => onStarts(new BlameReader()),
};
