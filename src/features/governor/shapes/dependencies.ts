import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../picks/pick.ts';
import type { Line } from '../text/scan-lines.ts';
import { onStarts } from './common/on-starts.ts';
import { countOf, shareOf } from './common/share.ts';
import { Tally } from './common/tally.ts';
import type { Findings, Shape, ShapeReader } from './shape.ts';

/** A branch of a tree, with what hangs on it. */
const BRANCH = /^([│| \u00a0]{0,200})(?:[├└+`\\|]-?[─-]{1,2}[─┬]?|\+-|\\-|`--) (.+?)\r?$/;
/** `name@1.2.3`, `name v1.2.3`, `group:name:jar:1.2.3:compile`. */
const PACKAGE =
  /(?:^|\s)@?[\w./-]+(?:@| v|==)[\^~<>=]*\d|(?:^|\s)[\w.-]+:[\w.-]+:(?:[\w.-]+:)?\d|UNMET|\S@\S/;
/** What a package manager says is wrong with a package; the first group is what it does not find, the second the rest. */
const WRONG =
  /(\bUNMET (?:OPTIONAL |PEER )*DEPENDENCY\b|\bmissing:)|(\binvalid\b|\bextraneous\b|\bomitted for conflict|\bFAILED\b|\bconflict\b|\bvulnerab\w+)/;
/** Those that are expected to be missing. */
const OPTIONAL = /UNMET OPTIONAL/;
/** What npm says again at its end of the few that matter most. */
const COMPLAINT = /^npm (?:ERR!|error) (?:code|invalid|missing|peer dep missing)\b/;
const SHARE = 0.7;
const KEPT = 60;

class DependenciesReader implements ShapeReader {
  private readonly wrong = new Tally(40);
  private readonly names = new Tally(20_000);
  private readonly picks: Pick[] = [];
  private count = 0;
  private direct = 0;

  add(line: Line, text: string): void {
    const branch = BRANCH.exec(text);
    if (branch === null) {
      if (COMPLAINT.test(text) && this.picks.length < KEPT) this.picks.push({ line, rank: RANK.error });
      return;
    }
    const isDirect = branch[1] === '';
    this.count += 1;
    if (isDirect) this.direct += 1;
    this.names.add((branch[2] ?? '').replace(/\(\*\)| deduped.*/, '').trim());
    const found = WRONG.exec(text);
    if (found === null) return;
    const kind = found[1] ?? found[2] ?? '';
    this.wrong.add(kind);
    if (this.wrong.get(kind) > KEPT && !isDirect) return;
    this.pick(line, text, kind, isDirect);
  }

  finish(): Findings {
    const notes = [
      `dependencies: ${countOf(this.direct, 'direct one')}, ${countOf(this.names.size, 'name')} in ${countOf(this.count, 'line')}`,
    ];
    const wrong = this.wrong.top().map(([kind, count]) => `${kind.replace(/:$/, '')} ${formatCount(count)}`);
    if (wrong.length > 0) notes.push(wrong.join(', '));
    return { notes, picks: this.picks };
  }

  /** What is wrong with most packages is the state of the tree, and comes last. */
  private pick(line: Line, text: string, kind: string, isDirect: boolean): void {
    if (this.picks.length > 20 * KEPT) return;
    const isMild = OPTIONAL.test(text) || kind === 'extraneous' || kind === 'omitted for conflict';
    const rank = isMild ? RANK.sample : isDirect ? RANK.error : RANK.moreErrors + 2;
    this.picks.push({ line, rank });
  }
}

/** What `npm ls`, `pnpm list`, `cargo tree`, `pipdeptree` and `mvn dependency:tree` write. */
export const dependencies: Shape = {
  name: 'dependencies',
  recognise: ({ lines }) =>
    lines.length >= 8 && shareOf(lines, (line) => PACKAGE.test(BRANCH.exec(line)?.[2] ?? '')) >= SHARE,
  read: () => onStarts(new DependenciesReader()),
};
