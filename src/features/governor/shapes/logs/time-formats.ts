const ISO = String.raw`\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+|,\d{3})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?`;
const CLOCK = String.raw`\d\d:\d\d:\d\d(?:\.\d+|,\d{3})?`;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
/** What containers, pods and collectors put in front: `web-1  | `, `[pod/web/app] `, `app[web.1]: `. */
const ORIGIN = String.raw`(?:[\w./-]{1,60} +\| *|\[[\w./:-]{1,80}\] *|<\d{1,3}>\d? ?)`;
const LEVEL = String.raw`(?:[[(<]?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|CRITICAL|FATAL|trace|debug|info|notice|warn|warning|error|fatal)[\])>]?[:\s]\s*)`;
const start = (time: string): RegExp => new RegExp(`^${ORIGIN}?${LEVEL}?[[(]?(${time})`);

/** Common and combined access logs, a host or a forwarded address in front or not. */
export const REQUEST_TIME = new RegExp(
  `^${ORIGIN}?(?:\\S+ ){2,5}\\[(\\d\\d/${MONTH}/\\d{4}:\\d\\d:\\d\\d:\\d\\d [+-]\\d{4})\\]`,
);

/** The times that logs begin their lines with. Each names seconds. */
const FORMATS: readonly RegExp[] = [
  start(ISO),
  start(`${MONTH} [ \\d]\\d(?: \\d{4})? ${CLOCK}`),
  start(`${DAY},? ${MONTH} [ \\d]\\d ${CLOCK}(?: \\w+)? \\d{4}`),
  start(`\\d\\d[/. -](?:\\d\\d|${MONTH})[/. -]\\d{2,4}[ :,T]+${CLOCK}(?: ?[AP]M)?(?: [+-]\\d{4})?`),
  // klog: a letter for the level, then month and day.
  new RegExp(`^${ORIGIN}?[IWEF](\\d{4} ${CLOCK})`),
  new RegExp(`^\\d+:[A-Z] (\\d\\d ${MONTH} \\d{4} ${CLOCK})`),
  // logfmt.
  new RegExp(`^${ORIGIN}?(?:[\\w.]+=\\S+ ){0,2}(?:ts|time|timestamp|t|at)="?(${ISO})`),
  REQUEST_TIME,
  start(CLOCK),
  // The kernel's seconds since it began, and seconds since 1970.
  /^\[ *(\d+\.\d{3,6})\]/,
  /^\[?(1\d{9}(?:\.\d+|\d{3})?)\]?\s/,
];

/** The rest of a line of a table rather than of a log: a separator right behind the time. */
const IS_CELL = /^\s*["\])]?(?:[,;]|$)/;
const SHARE = 0.55;
const FEWEST = 8;

/**
 * What matches the start of most lines up to the end of their time, its only group; undefined when there is none. Lines
 * without a time go on with the one above.
 */
export function timeFormatOf(lines: readonly string[]): RegExp | undefined {
  const full = lines.filter((line) => line.trim() !== '' && !/^\s/.test(line));
  if (full.length < FEWEST) return undefined;
  return FORMATS.find((pattern) => {
    const ends = full.flatMap((line) => {
      const found = pattern.exec(line);
      return found === null ? [] : [line.slice(found[0].length)];
    });
    return (
      ends.length >= full.length * SHARE &&
      ends.filter((rest) => IS_CELL.test(rest)).length < ends.length * 0.5
    );
  });
}
