import { type Pick, RANK } from '../../picks/pick.ts';
import { indentOf } from '../../signals/outline.ts';
import type { Line } from '../../text/scan-lines.ts';
import type { Findings, Sample, Shape, ShapeReader } from '../shape.ts';

const COST = /\(cost=[\d.]+\.\.([\d.]+) rows=(\d+)/;
const ACTUAL = /actual time=[\d.]+\.\.([\d.]+) rows=([\d.]+) loops=(\d+)/;
const TOTAL = /^\s*(?:Planning|Execution|JIT|Total runtime|Trigger )[^:]*:/;
/** What often is the reason why a query is slow. */
const REASON =
  /^\s*(?:Rows Removed by|Sort Method: external|Heap Fetches|.*Batches: [2-9]|Filter:|.*\bSeq Scan\b)/;
const SLOWEST = 8;
const MOST_NODES = 5_000;

interface PlanNode {
  readonly line: Line;
  readonly indent: number;
  /** Milliseconds, or the cost where nothing was run. */
  readonly total: number;
  own: number;
  readonly text: string;
}

class ExplainReader implements ShapeReader {
  private readonly nodes: PlanNode[] = [];
  private readonly open: PlanNode[] = [];
  private readonly picks: Pick[] = [];
  private isRun = false;

  add(line: Line, text: string): void {
    const cost = COST.exec(text);
    if (cost !== null && this.nodes.length < MOST_NODES) this.node(line, text, Number(cost[1]));
    else if (TOTAL.test(text)) this.picks.push({ line, rank: RANK.summary });
    else if (REASON.test(text) && this.picks.length < MOST_NODES)
      this.picks.push({ line, rank: RANK.sample + 1 });
  }

  private node(line: Line, text: string, cost: number): void {
    const actual = ACTUAL.exec(text);
    this.isRun ||= actual !== null;
    const total = actual === null ? (this.isRun ? 0 : cost) : Number(actual[1]) * Number(actual[3]);
    const indent = indentOf(text);
    while (this.open.length > 0 && (this.open.at(-1)?.indent ?? 0) >= indent) this.open.pop();
    const parent = this.open.at(-1);
    if (parent !== undefined) parent.own -= total;
    const title = text.replace(/^[\s>|-]+/, '').replace(/\s*\(cost.*$/, '');
    const node = { line, indent, total, own: total, text: title.slice(0, 80) };
    this.nodes.push(node);
    this.open.push(node);
  }

  finish(): Findings {
    const slow = [...this.nodes].sort((a, b) => b.own - a.own).slice(0, SLOWEST);
    const unit = this.isRun ? ' ms' : ' cost';
    const named = slow.map(({ text, own }) => `${text} ${Number(own.toPrecision(4))}${unit}`);
    return {
      notes: [`query plan: ${this.nodes.length} nodes; most by themselves: ${named.join('; ')}`],
      picks: [...this.picks, ...slow.map(({ line }, i) => ({ line, rank: RANK.shape - i / 100 }))],
    };
  }
}

const recognise = ({ lines }: Sample): boolean => lines.filter((line) => COST.test(line)).length >= 3;

/** Query plans of PostgreSQL: the nodes that take most, and the totals. */
export const explain: Shape = { name: 'explain', recognise, read: () => new ExplainReader() };
