import { copyOf } from '../../text/copy-of.ts';
import type { Line, LineBytes } from '../../text/scan-lines.ts';
import { templateOf } from './template.ts';

const KEPT = 3_000;
const SAMPLE_CHARS = 90;

/** Lines that say the same with other values. */
export interface Template {
  count: number;
  /** What the first one says behind its time. */
  readonly sample: string;
  readonly level: Level | undefined;
  readonly firstLine: Line;
  lastLine: Line;
}

export type Level = 'trace' | 'debug' | 'info' | 'notice' | 'warn' | 'error' | 'fatal';

const LEVEL =
  /(?<![\w.-])(?:(trace|finest?|finer|verbose)|(debug|dbg)|(info|inf)|(notice|log)|(warn(?:ing)?|wrn)|(error|err|severe)|(fatal|critical|crit|alert|emerg(?:ency)?|panic))(?![\w./-])/i;
const LEVELS: readonly Level[] = ['trace', 'debug', 'info', 'notice', 'warn', 'error', 'fatal'];
/** A level stands near the start, and is a word of its own. */
const LEVEL_CHARS = 100;
const KLOG: Readonly<Record<string, Level>> = { I: 'info', W: 'warn', E: 'error', F: 'fatal' };

function levelOf(text: string): Level | undefined {
  const klog = /^([IWEF])\d{4} /.exec(text)?.[1];
  if (klog !== undefined) return KLOG[klog];
  const found = LEVEL.exec(text.slice(0, LEVEL_CHARS));
  return found === null ? undefined : LEVELS[found.slice(1).findIndex((group) => group !== undefined)];
}

/** Folds the lines of a log into templates. */
export class Templates {
  private readonly known = new Map<number, Template>();
  /** Lines of templates that came when as many as are kept were there. */
  private others = 0;
  total = 0;

  /** @param from where what the line says begins; its template, or undefined when it is one too many */
  add(line: Line, text: string, at: Readonly<LineBytes>, from: number): Template | undefined {
    this.total += 1;
    const key = templateOf(at.bytes, at.from + from, at.to);
    const known = this.known.get(key);
    if (known !== undefined) {
      known.count += 1;
      known.lastLine = line;
      return known;
    }
    if (this.known.size >= KEPT) {
      this.others += 1;
      return undefined;
    }
    const sample = copyOf(
      text
        .slice(from, from + SAMPLE_CHARS)
        .replace(/^[\])>,:\s-]+/, '')
        .trimEnd(),
    );
    const made = {
      count: 1,
      sample,
      level: levelOf(text),
      firstLine: line,
      lastLine: line,
    };
    this.known.set(key, made);
    return made;
  }

  /** The most frequent first. */
  all(): readonly Template[] {
    return [...this.known.values()].sort((a, b) => b.count - a.count);
  }

  /** True when lines repeat, so that one that does not is something. */
  get isRegular(): boolean {
    return this.others === 0 && this.known.size <= Math.max(12, this.total * 0.2);
  }
}
