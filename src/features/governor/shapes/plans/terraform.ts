import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import type { Line } from '../../text/scan-lines.ts';
import type { Findings, Sample, Shape, ShapeReader } from '../shape.ts';
import { toNotes } from '../values/describe-column.ts';

const WILL =
  /^\s*# (\S.*?) (?:(?:will|must) be |has (?:been |moved )?)(created|destroyed|replaced|updated in-place|read during apply|changed|deleted|imported)?/;
const SUMMARY =
  /^\s*(?:Plan: \d|No changes\.|Apply complete!|Destroy complete!|Changes to Outputs:|Terraform will perform)/;
const CHANGED = /^\s*(?:~ [\w"].* = |.*# forces replacement)/;
const MOST_NAMED = 400;
const NAMED = 60;
const CHANGES = 300;
const GONE = new Set(['destroyed', 'replaced', 'deleted']);

class PlanReader implements ShapeReader {
  private readonly actions = new Map<string, string[]>();
  private readonly counts = new Map<string, number>();
  private readonly picks: Pick[] = [];
  private changes = 0;

  add(line: Line, text: string): void {
    const first = text.trimStart().charCodeAt(0);
    if (first === 0x23) this.resource(line, text);
    else if (SUMMARY.test(text)) this.picks.push({ line, rank: RANK.summary });
    else if (this.changes < CHANGES && CHANGED.test(text)) {
      this.changes += 1;
      const isForced = text.includes('# forces replacement');
      this.picks.push({ line, rank: isForced ? RANK.errorDetail : RANK.sample + 5 });
    }
  }

  private resource(line: Line, text: string): void {
    const [, name = '', action = 'changed'] = WILL.exec(text) ?? [];
    if (name === '') return;
    this.counts.set(action, (this.counts.get(action) ?? 0) + 1);
    const names = this.actions.get(action) ?? [];
    this.actions.set(action, names);
    if (names.length >= MOST_NAMED) return;
    names.push(name);
    this.picks.push({ line, rank: GONE.has(action) ? RANK.errorDetail + 1 : RANK.shape - 1 });
  }

  finish(): Findings {
    // What goes away for good comes first.
    const all = [...this.actions].sort((a, b) => Number(GONE.has(b[0])) - Number(GONE.has(a[0])));
    const counts = all.map(([action]) => `${action} ×${formatCount(this.counts.get(action) ?? 0)}`);
    return {
      notes: [
        `terraform plan: ${counts.join(', ')}`,
        ...all.flatMap(([action, names]) => toNotes(`${action}: `, names.slice(0, NAMED)).slice(0, 2)),
      ],
      picks: this.picks,
    };
  }
}

function recognise({ lines, tail }: Sample): boolean {
  const hasPlan = lines.some((line) =>
    /^(?:Terraform|OpenTofu) (?:will perform|used the selected)/.test(line),
  );
  return (hasPlan || /^Plan: \d+ to /m.test(tail)) && lines.some((line) => WILL.test(line));
}

/** Plans of terraform and OpenTofu: what goes away, what is replaced and why, what comes. */
export const terraform: Shape = { name: 'terraform', recognise, read: () => new PlanReader() };
