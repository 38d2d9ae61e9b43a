import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import { copyOf } from '../../text/copy-of.ts';
import type { Line, LineBytes } from '../../text/scan-lines.ts';
import { onStarts } from '../common/on-starts.ts';
import { countOf, cut, shareOf } from '../common/share.ts';
import { Tally } from '../common/tally.ts';
import { takeSample } from '../sample.ts';
import type { Findings, Shape, ShapeReader } from '../shape.ts';
import { Clock, span } from './clock.ts';
import { Rhythm } from './rhythm.ts';
import { REQUEST_TIME, timeFormatOf } from './time-formats.ts';

/** A request in quotes and the status behind it, or, of other servers, the request bare. */
const REQUEST =
  /"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE|PROPFIND) \S+(?: HTTP\/[\d.]+)?" [1-5]\d\d /;
const ZERO = 0x30;
const SHARE = 0.6;
const ROUTE_CHARS = 60;
/** Failed routes that are noted, and first lines of such that are kept. */
const NOTED = 8;
const KEPT = 40;
const KEPT_ROUTES = 2_000;
const KEPT_REQUESTS = 5_000;

interface Route {
  readonly name: string;
  count: number;
}

/** `GET /users/*`: a part of a path with a digit in it is a value; the query is not the route. */
function routeOf(request: string): string {
  const [method = '', target = ''] = request.split(' ', 2);
  const path = target.split('?', 1)[0] ?? '';
  const route = path.replace(/[^/]*\d[^/]*/g, (part) => (/^v\d{1,2}$/.test(part) ? part : '*'));
  return `${method} ${cut(route, ROUTE_CHARS)}`;
}

/** `500 GET: 15 /login · 9 /cart; 502 POST: 1 /orders`. */
function listFailures(failures: readonly (readonly [string, number])[]): string {
  const groups = new Map<string, string[]>();
  for (const [name, count] of failures) {
    const [status = '', method = '', ...route] = name.split(' ');
    const key = `${status} ${method}`;
    groups.set(key, [...(groups.get(key) ?? []), `${formatCount(count)} ${route.join(' ')}`]);
  }
  return [...groups].map(([key, routes]) => `${key}: ${routes.join(' · ')}`).join('; ');
}

class AccessReader implements ShapeReader {
  private readonly clock: Clock | undefined;
  private readonly rhythm = new Rhythm();
  private readonly statuses = new Tally(200);
  private readonly routes = new Map<string, Route>();
  private readonly failures = new Tally();
  private readonly clients = new Tally(20_000);
  /** By request. */
  private readonly known = new Map<string, Route>();
  private readonly firsts: Pick[] = [];
  private first = '';
  private last = '';
  private others = 0;
  private failed: { readonly first: string; last: string } | undefined;

  constructor(format: RegExp | undefined) {
    this.clock = format === undefined ? undefined : new Clock(format, format === REQUEST_TIME);
  }

  add(line: Line, text: string, at: Readonly<LineBytes>): void {
    const open = text.indexOf('"');
    const close = open < 0 ? -1 : text.indexOf('"', open + 1);
    const status = close < 0 ? '' : text.slice(close + 2, close + 5);
    const kind = status.charCodeAt(0) - ZERO;
    if (!(kind >= 1 && kind <= 5) || Number.isNaN(Number(status))) {
      if (text !== '') this.others += 1;
      return;
    }
    this.statuses.add(status);
    const route = this.route(text.slice(open + 1, close));
    route.count += 1;
    const blank = text.indexOf(' ');
    if (blank > 0 && blank < open) this.clients.add(text.slice(0, blank));
    const { clock } = this;
    const hasTime = clock?.read(text, at) === true;
    const time = hasTime ? text.slice(clock.from, clock.end) : '';
    if (this.first === '') this.first = copyOf(time);
    this.last = time;
    if (kind >= 4) this.fail(line, `${status} ${route.name}`, kind, time);
    if (hasTime) this.rhythm.add(text, at, clock, kind === 5, line);
  }

  finish(): Findings {
    const clients = this.clients.top(3).filter(([, count]) => count > 1);
    const burst = this.rhythm.burst('lines');
    const errors = this.rhythm.burst('errors');
    const notes = [
      `access log: ${countOf(this.statuses.total, 'request')}, ${span(this.first, this.last)}`,
      `status: ${this.statuses.list(12)}`,
      this.failed === undefined ? '' : `5xx: ${span(this.failed.first, this.failed.last, this.first)}`,
      ...this.failureNotes(),
      errors === undefined ? '' : `most 5xx in a minute: ${errors.name}, ${formatCount(errors.count)}`,
      burst === undefined
        ? ''
        : `most requests in a minute: ${burst.name}, ${formatCount(burst.count)} (median ${formatCount(burst.usual)})`,
      `routes: ${this.topRoutes()}`,
      clients.length === 0 ? '' : `clients: ${this.clients.list(3)}`,
      this.others === 0 ? '' : `other lines: ${formatCount(this.others)}`,
    ];
    return { notes: notes.filter((note) => note !== ''), picks: this.firsts };
  }

  /** The worse class first, then what counts most. */
  private failureNotes(): readonly string[] {
    const all = [...this.failures.top()].sort((a, b) => (b[0][0] ?? '').localeCompare(a[0][0] ?? ''));
    const of = (kind: string, most: number): string => {
      const some = all.filter(([name]) => name.startsWith(kind));
      const more = some.length > most ? `; ${countOf(some.length - most, 'other')}` : '';
      return listFailures(some.slice(0, most)) + more;
    };
    return [of('5', NOTED), of('4', NOTED)];
  }

  private route(request: string): Route {
    const known = this.known.get(request);
    if (known !== undefined) return known;
    const name = copyOf(routeOf(request));
    const route = this.routes.get(name) ?? { name, count: 0 };
    if (this.routes.size < KEPT_ROUTES) this.routes.set(name, route);
    if (this.known.size < KEPT_REQUESTS) this.known.set(copyOf(request), route);
    return route;
  }

  private topRoutes(): string {
    const tally = new Tally(KEPT_ROUTES);
    for (const { name, count } of this.routes.values()) tally.add(name, count);
    return tally.list(6);
  }

  private fail(line: Line, name: string, kind: number, time: string): void {
    if (kind === 5) {
      if (this.failed === undefined) this.failed = { first: copyOf(time), last: time };
      else this.failed.last = time;
    }
    if (this.failures.get(name) === 0 && this.firsts.length < KEPT)
      this.firsts.push({ line, rank: kind === 5 ? RANK.error : RANK.outlier });
    this.failures.add(name);
  }
}

/** What a web server writes of each request: common, combined, or with more in front or behind. */
export const accessLog: Shape = {
  name: 'access-log',
  recognise: ({ lines }) => lines.length >= 5 && shareOf(lines, (line) => REQUEST.test(line)) >= SHARE,
  read: (source) => onStarts(new AccessReader(timeFormatOf(takeSample(source).lines))),
};
