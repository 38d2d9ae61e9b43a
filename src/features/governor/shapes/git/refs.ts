import { type Pick, RANK } from '../../picks/pick.ts';
import type { Line } from '../../text/scan-lines.ts';
import { Foreign } from '../common/foreign.ts';
import { onStarts } from '../common/on-starts.ts';
import { countOf, shareOf } from '../common/share.ts';
import { Tally } from '../common/tally.ts';
import type { Findings, Shape, ShapeReader } from '../shape.ts';

/** `* main`, `  feature/x`, `  feature/x 1a2b3c4 [ahead 1] subject`. */
const BRANCH = /^([*+ ]) (\(.*?\)|[^\s:]\S*)(?: +-> \S+| +[0-9a-f]{7,40} .*)?\r?$/;
/** `v1.2.3`, `pkg@1.2.3`, with the start of a message behind or not. */
const TAG = /^(?:[\w@./-]*[@/-])?v?\d+(?:\.\d+)+(?:[-+.]\w[\w.+-]*)?(?:\s{2,}\S.*)?\r?$/;
/** `<hash> <tab> refs/heads/main`, of `git ls-remote` and `show-ref`. */
const REMOTE = /^[0-9a-f]{40,64}[\t ](?:HEAD|refs\/\S+)\r?$/;
const KEPT = 60;

class RefsReader implements ShapeReader {
  private readonly foreign = new Foreign();
  private readonly groups = new Tally();
  private readonly chosen: Pick[] = [];
  private count = 0;

  add(line: Line, text: string): void {
    const branch = BRANCH.exec(text);
    if (branch === null && !TAG.test(text) && !REMOTE.test(text)) {
      this.foreign.add(line, text);
      return;
    }
    this.count += 1;
    const name = (branch?.[2] ?? text.split(/\s+/)[REMOTE.test(text) ? 1 : 0] ?? '').replace(/^refs\//, '');
    this.groups.add(groupOf(name));
    if (branch?.[1] === '*') this.chosen.push({ line, rank: RANK.summary });
    else if (this.chosen.length < KEPT && /\[(?:.*: )?(?:gone|ahead \d|behind \d)/.test(text))
      this.chosen.push({ line, rank: RANK.shape });
  }

  finish(): Findings {
    const { groups, foreign } = this;
    const notes = [`refs: ${countOf(this.count, 'name')}`];
    if (groups.size > 1) notes.push(`by start: ${groups.list(12)}`);
    return { notes, picks: [...foreign.picks, ...this.chosen], isData: !foreign.isMixed };
  }
}

/** `remotes/origin/feature`, `feature`, `v1`: what comes before the last part, or before the first point. */
function groupOf(name: string): string {
  const slash = name.lastIndexOf('/');
  if (slash >= 0) return name.slice(0, slash);
  return name.split(/[.]/, 1)[0] ?? name;
}

/** Lists of branches and tags. */
export const gitRefs: Shape = {
  name: 'git-refs',
  recognise: ({ lines }) => {
    if (lines.length < 8) return false;
    if (
      shareOf(lines, (line) => REMOTE.test(line)) >= 0.95 ||
      shareOf(lines, (line) => TAG.test(line)) >= 0.95
    )
      return true;
    const current = lines.filter((line) => line.startsWith('* ')).length;
    return current === 1 && shareOf(lines, (line) => BRANCH.test(line)) >= 0.95;
  },
  read: () => onStarts(new RefsReader()),
};
