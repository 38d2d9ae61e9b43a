import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import type { ByteSource } from '../../text/byte-source.ts';
import type { Line, LineBytes } from '../../text/scan-lines.ts';
import { onStarts } from '../common/on-starts.ts';
import { countOf, shareOf } from '../common/share.ts';
import { takeSample } from '../sample.ts';
import type { Findings, Shape, ShapeReader } from '../shape.ts';
import { Clock, span } from './clock.ts';
import { Rhythm } from './rhythm.ts';
import { type Level, type Template, Templates } from './templates.ts';
import { timeFormatOf } from './time-formats.ts';

const NOTED_TEMPLATES = 8;
/** The time stands in so many bytes. */
const TIME_BYTES = 300;
const RARE_KEPT = 30;
/** A template of so few lines is rare, and one of so many is worth a note. */
const RARE = 2;
const FREQUENT = 4;
const LEVEL_WORDS = {
  trace: 'TRACE',
  debug: 'DEBUG',
  info: 'INFO',
  notice: 'NOTICE',
  warn: 'WARN',
  error: 'ERROR',
  fatal: 'FATAL',
};

interface LevelCount {
  count: number;
  readonly first: Line;
  last: Line;
}

class LogReader implements ShapeReader {
  private readonly clock: Clock;
  private readonly templates = new Templates();
  private readonly rhythm = new Rhythm();
  private readonly levels = new Map<Level, LevelCount>();
  private first: Line | undefined;
  private last: Line | undefined;
  private lines = 0;

  private readonly source: ByteSource;
  private readonly format: RegExp;

  constructor(source: ByteSource, format: RegExp) {
    this.source = source;
    this.format = format;
    this.clock = new Clock(format);
  }

  add(line: Line, text: string, at: Readonly<LineBytes>): void {
    this.lines += 1;
    const { clock } = this;
    if (!clock.read(text, at)) return;
    this.first ??= line;
    this.last = line;
    const level = this.templates.add(line, text, at, clock.end)?.level;
    if (level !== undefined) this.count(level, line);
    this.rhythm.add(text, at, clock, level === 'error' || level === 'fatal', line);
  }

  finish(): Findings {
    const all = this.templates.all();
    const notes = [this.overview(), this.levelNote(), ...this.rhythmNotes(), ...this.templateNotes(all)];
    return { notes: notes.filter((note) => note !== ''), picks: [...this.rarePicks(all)] };
  }

  private count(level: Level, line: Line): void {
    const known = this.levels.get(level);
    if (known === undefined) this.levels.set(level, { count: 1, first: line, last: line });
    else {
      known.count += 1;
      known.last = line;
    }
  }

  private overview(): string {
    const untimed = this.lines - this.templates.total;
    const more = untimed > 0 ? `, ${formatCount(untimed)} of them without a time` : '';
    return `log: ${countOf(this.lines, 'line')}${more}, ${span(this.timeOf(this.first), this.timeOf(this.last))}`;
  }

  private levelNote(): string {
    const parts = (Object.keys(LEVEL_WORDS) as Level[]).reverse().flatMap((level) => {
      const found = this.levels.get(level);
      if (found === undefined) return [];
      const when = ['fatal', 'error', 'warn'].includes(level)
        ? ` (${this.spanOf(found.first, found.last)})`
        : '';
      return [`${LEVEL_WORDS[level]} ${formatCount(found.count)}${when}`];
    });
    return parts.length === 0 ? '' : `levels: ${parts.join(', ')}`;
  }

  private rhythmNotes(): readonly string[] {
    const burst = this.rhythm.burst('lines');
    const errors = this.rhythm.burst('errors');
    const silence = this.rhythm.silence();
    const minute = (what: string, found: { name: string; count: number; usual: number }): string =>
      `most ${what} in a minute: ${found.name}, ${formatCount(found.count)} (median ${formatCount(found.usual)})`;
    return [
      errors === undefined ? '' : minute('errors', errors),
      burst === undefined ? '' : minute('lines', burst),
      silence === undefined
        ? ''
        : `no line between ${span(silence.from, silence.to, this.timeOf(this.first))}`,
    ];
  }

  private templateNotes(all: readonly Template[]): readonly string[] {
    return all
      .filter(({ count }) => count >= FREQUENT)
      .slice(0, NOTED_TEMPLATES)
      .map(
        ({ count, sample, firstLine, lastLine }) =>
          `${formatCount(count)} lines like "${sample}": ${this.spanOf(firstLine, lastLine)}`,
      );
  }

  private spanOf(first: Line, last: Line): string {
    return span(this.timeOf(first), this.timeOf(last), this.timeOf(this.first));
  }

  /** Read again at the end: a time kept for each template would be made for each line. */
  private timeOf(line: Line | undefined): string {
    if (line === undefined) return '';
    const text = this.source.read(line.start, Math.min(line.end, line.start + TIME_BYTES)).toString('utf8');
    return this.format.exec(text)?.[1] ?? '';
  }

  private *rarePicks(all: readonly Template[]): Generator<Pick> {
    const after = this.rhythm.silence()?.line;
    if (after !== undefined) yield { line: after, rank: RANK.outlier + 1 };
    if (!this.templates.isRegular) return;
    const rare = all.filter(({ count }) => count <= RARE).slice(0, RARE_KEPT);
    for (const { firstLine, count } of rare) yield { line: firstLine, rank: RANK.outlier + 1 - count / 4 };
  }
}

/** Lines that begin with a time: of programs, of the system, of containers. */
export const log: Shape = {
  name: 'log',
  recognise: ({ lines }) =>
    timeFormatOf(lines) !== undefined && shareOf(lines, (line) => /^\s*[{[]"/.test(line)) < 0.5,
  // One that was recognised has a format; the empty one matches no line.
  read: (source) => onStarts(new LogReader(source, timeFormatOf(takeSample(source).lines) ?? /$^/)),
};
