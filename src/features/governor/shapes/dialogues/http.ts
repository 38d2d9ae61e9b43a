import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import type { Line } from '../../text/scan-lines.ts';
import type { Findings, Sample, Shape, ShapeReader } from '../shape.ts';
import { isKeyLine } from './key-lines.ts';

const REQUEST = /^(?:(?:>|-->) )?((?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT) \S+)/;
const STATUS = /^(?:(?:<|<--) )?(?:HTTP\/[\d.]+ )?(\d{3})(?:\s|$)/;
const ARROW = /^(?:[<>*{}] ?|(?:-->|<--) )/;
const FEWEST = 4;
const EXCHANGES_NAMED = 12;
const BODY_LINES = 8;
const MOST_PICKS = 800;
/** More answers with one status are the usual case. */
const FEW = 3;

interface Exchange {
  readonly request: Line | undefined;
  readonly status: Line;
  readonly code: string;
  readonly title: string;
}

class HttpReader implements ShapeReader {
  private request: Line | undefined;
  private title = '';
  private readonly exchanges: Exchange[] = [];
  private readonly statuses = new Map<string, number>();
  private readonly picks: Pick[] = [];
  private bodyLeft = 0;
  private isHead = false;

  add(line: Line, text: string): void {
    const request = text.length < 4_000 ? REQUEST.exec(text) : null;
    if (request !== null) {
      this.request = line;
      this.title = request[1] ?? '';
      this.pick(line, RANK.shape + 1);
    } else if (/^(?:< |<-- )?HTTP\/|^<-- \d{3}/.test(text)) this.status(line, text);
    else if (text === '' || text === '<' || text === '< ' || text === '\r') {
      if (this.isHead) this.bodyLeft = BODY_LINES;
      this.isHead = false;
    } else if (isKeyLine(text)) this.pick(line, RANK.shape);
    else if (!ARROW.test(text) && this.bodyLeft > 0) {
      this.bodyLeft -= 1;
      this.pick(line, RANK.sample + 2 + this.bodyLeft / 100);
    }
  }

  private status(line: Line, text: string): void {
    const code = STATUS.exec(text)?.[1] ?? '';
    this.isHead = true;
    this.statuses.set(code, (this.statuses.get(code) ?? 0) + 1);
    const isBad = code >= '400';
    this.pick(line, isBad ? RANK.error : RANK.shape + 2);
    if (isBad && this.request !== undefined) this.pick(this.request, RANK.error);
    if (this.exchanges.length < MOST_PICKS)
      this.exchanges.push({ request: this.request, status: line, code, title: this.title });
  }

  private pick(line: Line, rank: number): void {
    if (this.picks.length < MOST_PICKS || rank >= RANK.error) this.picks.push({ line, rank });
  }

  finish(): Findings {
    const { exchanges, statuses } = this;
    const total = exchanges.length;
    const rare = exchanges.filter(({ code }) => total > 2 * FEW && (statuses.get(code) ?? 0) <= FEW);
    const picks = rare.flatMap(({ request, status }) =>
      [request, status].flatMap((line) => (line === undefined ? [] : [{ line, rank: RANK.summary }])),
    );
    const named = (rare.length > 0 ? rare : exchanges)
      .slice(0, EXCHANGES_NAMED)
      .map(({ title, code }) => `${title.slice(0, 80)} → ${code}`);
    const counts = [...statuses].sort().map(([code, count]) => `${code} ×${formatCount(count)}`);
    return {
      notes: [`HTTP: ${formatCount(total)} answers: ${counts.join(', ')}; ${named.join('; ').slice(0, 500)}`],
      picks: [...picks, ...this.picks],
    };
  }
}

function recognise({ lines }: Sample): boolean {
  const statuses = lines.filter((line) => /^(?:< |<-- )?HTTP\/[\d.]+ \d{3}\b|^<-- \d{3}\b/.test(line)).length;
  const others = lines.filter((line) => ARROW.test(line) || isKeyLine(line)).length;
  return statuses > 0 && others >= FEWEST;
}

/** Exchanges over HTTP as `curl -v`, `curl -i` and loggers of clients print them. */
export const http: Shape = { name: 'http', recognise, read: () => new HttpReader() };
