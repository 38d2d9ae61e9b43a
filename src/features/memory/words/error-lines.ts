import { plainLines } from './plain-lines.ts';

/** What the line that says the cause looks like. */
const CAUSE =
  /\b[A-Z]\w*(?:Error|Exception|Fault|Failure)\b|\b[a-z.]+\.errors?\.\w+|^(?:error|fatal|panic|e:|\*\*)(?=\W)|^E\s{2,}|\berror(?:\[\w+\]| \w+)?:|\b(?:panicked at|undefined|cannot|can't|could not|not found|not in scope|does not exist|doesn't exist|no such|no rule to make|unknown|expected\b.*\b(?:to|but|got|received|actual)|got\b.*\bwant|want(?:ed)?\b.*\bgot|assert\w*|denied|refused|timed? ?out|segfault|segmentation fault|unresolved|mismatch(?:ed)?|deadlock|overflow|violates|duplicate)\b/i;
/** Lines behind the cause that are a part of it. */
const DETAIL =
  /^(?:[│|>+-]\s*)?(?:left|right|expected|actual|got|want|received|symbol|location|note|detail|hint|caused by|reason)\b\s*:/i;
const MOST_DETAILS = 3;
/** What names the place. */
const PLACE = /^(?:FAIL|FAILED|✗|✕|×|---\s*FAIL)\b|\bat .*:\d+|:\d+:\d+|, line \d+/i;
/** Counts of a run: how much, not what. */
const COUNT =
  /^(?:tests?|test suites?|time|ran|snapshots?|duration)\b.*|^Exit code \d+$|^(?:test result|=+ .* =+$)|\b0 failed\b/i;
/** Drawn around a message. */
const FRAME = /^[│┃╷╵╎╭╰]\s*/;
/** Announces the message in the lines below it. */
const LABEL = /^(?:error message|error|stack trace|message|details?)\s*:?$/i;
/** A shorter head is a title; what it is about stands quoted in one of the lines below. In UTF-16 units. */
const TITLE = 40;
const NEAR = 4;
const NAMES = /["'`‘“][^"'`’”]+["'`’”]/;
/** The longest line that is kept, in UTF-16 units. */
const LINE = 200;

/** True when a line names no place that the command does not name already. */
const repeats = (line: string, command: string): boolean =>
  (line.match(/[\w@./-]+\.\w+/g) ?? []).every((path) => command.includes(path));

/** At most four lines that say what went wrong and where; empty when the output does not say. */
export function errorLines(output: string, command = ''): readonly string[] {
  const lines = plainLines(output)
    .map((line) => line.replace(FRAME, ''))
    .filter((line) => line !== '' && !COUNT.test(line) && !LABEL.test(line));
  const cause =
    lines.find((line) => CAUSE.test(line) && !PLACE.test(line)) ?? lines.find((line) => CAUSE.test(line));
  const place = lines.find((line) => PLACE.test(line) && line !== cause && !repeats(line, command));
  const head = cause ?? (place === undefined ? lines[0] : undefined);
  const after =
    head === undefined ? [] : lines.slice(lines.indexOf(head) + 1, lines.indexOf(head) + 1 + MOST_DETAILS);
  const details = after.slice(0, after.findIndex((line) => !DETAIL.test(line)) >>> 0);
  const named =
    head !== undefined && head.length < TITLE && details.length === 0
      ? lines.slice(lines.indexOf(head) + 1, lines.indexOf(head) + 1 + NEAR).find((line) => NAMES.test(line))
      : undefined;
  return [head, ...details, named === place ? undefined : named, place]
    .filter((line) => line !== undefined)
    .map((line) => line.slice(0, LINE));
}
