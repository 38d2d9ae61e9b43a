import { plainLines } from './plain-lines.ts';

/** What the line that says the cause looks like. */
const CAUSE =
  /\b[A-Z]\w*(?:Error|Exception|Fault|Failure)\b|\b[a-z.]+\.errors?\.\w+|^(?:error|fatal|panic)\b|^E\s{2,}|\berror(?:\[\w+\])?:|\b(?:panicked at|undefined reference|cannot find|can't find|could not|not found|no such|expected\b.*\b(?:to|but|got|received|actual)|assert\w*|denied|refused|timed? ?out|segfault|segmentation fault|unresolved|mismatch|deadlock)\b/i;
/** What names the place. */
const PLACE = /^(?:FAIL|FAILED|✗|✕|×|---\s*FAIL)\b|\bat .*:\d+|:\d+:\d+|, line \d+/i;
/** Counts of a run: how much, not what. */
const COUNT =
  /^(?:tests?|test suites?|time|ran|snapshots?|duration)\b.*|^Exit code \d+$|^(?:test result|=+ .* =+$)|\b0 failed\b/i;
/** The longest line that is kept, in UTF-16 units. */
const LINE = 200;

/** True when a line names no place that the command does not name already. */
const repeats = (line: string, command: string): boolean =>
  (line.match(/[\w@./-]+\.\w+/g) ?? []).every((path) => command.includes(path));

/** At most two lines that say what went wrong and where; empty when the output does not say. */
export function errorLines(output: string, command = ''): readonly string[] {
  const lines = plainLines(output).filter((line) => !COUNT.test(line));
  const cause =
    lines.find((line) => CAUSE.test(line) && !PLACE.test(line)) ?? lines.find((line) => CAUSE.test(line));
  const place = lines.find((line) => PLACE.test(line) && line !== cause && !repeats(line, command));
  const head = cause ?? (place === undefined ? lines[0] : undefined);
  return [head, place].filter((line) => line !== undefined).map((line) => line.slice(0, LINE));
}
