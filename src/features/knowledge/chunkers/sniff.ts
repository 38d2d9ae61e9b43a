import { linesOf } from './lines.ts';
import { timestampOf } from './log.ts';
import { findFailure } from './test-output.ts';

/** What a content is, as far as its chunker is concerned. */
export type ContentKind =
  | 'markdown'
  | 'markup'
  | 'json'
  | 'ndjson'
  | 'yaml'
  | 'toml'
  | 'csv'
  | 'diff'
  | 'log'
  | 'tests'
  | 'html'
  | 'text';

/** Enough to see what a text is. */
const SAMPLE_BYTES = 32 * 1024;
/** Lines of the sample that are looked at. */
const SAMPLE_LINES = 400;

const JSON_START =
  /^(?:\xef\xbb\xbf)?\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[{"[\]]|$|-?\d[\d.eE+-]*\s*[,\]]|(?:true|false|null)\b))/;
const MARKUP_START = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|\?xml|!--|[a-z][\w:-]*[\s>/])/i;
const DIFF_START = /^(?:diff --(?:git|cc|combined) |Index: |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@)/;
const TEST_LINE =
  /^(?:=== RUN |--- (?:PASS|FAIL|SKIP): |ok \d+\b|not ok \d+\b|TAP version |1\.\.\d+$|test \S+ \.\.\. (?:ok|FAILED|ignored)|running \d+ tests?$|={3,} (?:test session starts|FAILURES|ERRORS)|\S+\.py [.FEsx]+\s+\[ *\d+%\]|\s*Tests?(?: Files| Suites)?:? {2}.*\d+ (?:passed|failed)|\s*(?:\xe2\x9c\x93|\xe2\x9c\x94|\xe2\x9c\x85|PASS) )/;
const LEVEL_LINE = /^\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|NOTICE)\b[\]:| ]/i;
const STACK_LINE = /^\s+at \S.*[:(]\S*\d+\)?$|^\s+File ".*", line \d+|^goroutine \d+ \[/;
const MARKDOWN_HEADING = /^#{1,6} \S/;
const MARKDOWN_SIGN = /^(?:```|\[.+\]\(|[-*] \[?.*\]\()/;
const YAML_LINE = /^\s*(?:- )?[\w."'/-]+:(?: \S.*)?$/;

interface Counts {
  lines: number;
  tests: number;
  failures: number;
  times: number;
  stacks: number;
  headings: number;
  markdown: number;
  yaml: number;
}

/** Kind of the lines with which a text begins; `undefined` when the first lines alone do not tell. */
function byFirstLines(first: string, second: string): ContentKind | undefined {
  if (JSON_START.test(first)) {
    return /\}\s*$/.test(first) && /^\s*\{/.test(second) ? 'ndjson' : 'json';
  }
  return MARKUP_START.test(first) ? 'html' : undefined;
}

const count = (text: string, separator: string): number => text.split(separator).length - 1;

function isTable(rows: readonly string[]): boolean {
  if (rows.length < 3) return false;
  return ['\t', ',', ';'].some((separator) => {
    const cells = count(rows[0] ?? '', separator);
    const least = separator === ',' ? 2 : 1;
    return cells >= least && rows.every((row) => count(row.replace(/"[^"]*"/g, ''), separator) === cells);
  });
}

function byCounts(counts: Counts): ContentKind {
  const { lines, tests, failures, times, stacks, headings, markdown, yaml } = counts;
  if (times >= lines * 0.4 || (stacks > 0 && stacks + times >= lines * 0.3)) return 'log';
  if (tests >= 3 || (tests > 0 && failures > 0) || failures >= 3) return 'tests';
  if (stacks > 0 && times > 0) return 'log';
  if (headings > 0 && markdown > 0) return 'markdown';
  if (yaml >= 3 && yaml >= lines * 0.6) return 'yaml';
  return 'text';
}

function noCounts(): Counts {
  return { lines: 0, tests: 0, failures: 0, times: 0, stacks: 0, headings: 0, markdown: 0, yaml: 0 };
}

function countLine(counts: Counts, text: string): void {
  counts.lines += 1;
  if (TEST_LINE.test(text)) counts.tests += 1;
  if (findFailure(text) !== undefined) counts.failures += 1;
  if (timestampOf(text) !== undefined || LEVEL_LINE.test(text)) counts.times += 1;
  if (STACK_LINE.test(text)) counts.stacks += 1;
  if (MARKDOWN_HEADING.test(text)) counts.headings += 1;
  if (MARKDOWN_SIGN.test(text)) counts.markdown += 1;
  if (YAML_LINE.test(text)) counts.yaml += 1;
}

/** Tells by the start of a content what it is. Whatever nothing speaks for is `text`. */
export function sniffContent(bytes: Buffer): ContentKind {
  const counts = noCounts();
  const rows: string[] = [];
  let wasHeading = false;
  for (const { text, number } of linesOf(bytes.subarray(0, SAMPLE_BYTES))) {
    if (number > SAMPLE_LINES) break;
    if (text.trim() === '') {
      // A heading with a blank line below it is no comment of a script.
      if (wasHeading) counts.markdown += 1;
      wasHeading = false;
      continue;
    }
    if (DIFF_START.test(text)) return 'diff';
    if (rows.length < 6) rows.push(text);
    countLine(counts, text);
    wasHeading = MARKDOWN_HEADING.test(text);
  }
  const guess = byFirstLines(rows[0] ?? '', rows[1] ?? '') ?? byCounts(counts);
  return guess === 'text' && isTable(rows) ? 'csv' : guess;
}
