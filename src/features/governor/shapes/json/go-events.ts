import { isRecord, parseJson, stringField } from '#core/json.ts';
import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import type { Line } from '../../text/scan-lines.ts';
import type { Findings, Sample, Shape, ShapeReader } from '../shape.ts';

/** Tests that are not over, lines of output kept of each, failures that are told. */
const OPEN_TESTS = 400;
const OUTPUTS = 12;
const FAILURES = 80;
const NOTE_CHARS = 360;
const FEWEST = 5;
const EVENT = /^\{(?:"Time":"[^"]*",)?"(?:Action|ImportPath|Package)":/;
/** What go says about the run itself. */
const FRAME = /^(?:=== (?:RUN|PAUSE|CONT|NAME)|\s*--- (?:PASS|SKIP|FAIL)|PASS$|FAIL\b|ok\s)/;

interface Output {
  readonly line: Line;
  readonly text: string;
}

const FAILED = 'failed:';
const HEADING = /^\s*--- FAIL: /;

interface Failure {
  /** Package and test. */
  readonly name: string;
  /** What go said of it, e.g. `--- FAIL: TestTax (0.01s)`; of a package the word. */
  readonly heading: string;
  readonly line: Line;
  readonly outputs: readonly Output[];
}

/** What stands in the note about a failure; a package is named last, since the test says more. */
const toldOf = ({ name, heading, outputs }: Failure): string =>
  `${heading} ${heading === FAILED ? name : name.split(' ')[0]}: ${outputs.map(({ text }) => text).join(' | ')}`;

class GoEventReader implements ShapeReader {
  private readonly open = new Map<string, Output[]>();
  /** By test the line by which it failed. */
  private readonly headings = new Map<string, string>();
  private readonly failures: Failure[] = [];
  private readonly counts = new Map<string, number>();
  private readonly others: Pick[] = [];

  add(line: Line, text: string): void {
    const event = text.startsWith('{') ? parseJson(text) : undefined;
    if (!isRecord(event)) {
      if (text.trim() !== '' && this.others.length < 40) this.others.push({ line, rank: RANK.errorDetail });
      return;
    }
    const action = stringField(event, 'Action') ?? '';
    const test = stringField(event, 'Test') ?? '';
    const name = `${stringField(event, 'Package') ?? stringField(event, 'ImportPath') ?? ''} ${test}`.trim();
    if (action.endsWith('output')) this.output(name, line, stringField(event, 'Output') ?? '');
    else if (action === 'pass' || action === 'skip' || action.endsWith('fail'))
      this.end(name, test, action, line);
  }

  private output(name: string, line: Line, output: string): void {
    const text = output.trimEnd();
    if (HEADING.test(text) && this.headings.size < OPEN_TESTS) this.headings.set(name, text.trim());
    if (text === '' || FRAME.test(text)) return;
    const known = this.open.get(name) ?? [];
    if (known.length === 0 && this.open.size >= OPEN_TESTS) return;
    this.open.set(name, known);
    if (known.length < OUTPUTS) known.push({ line, text: text.trim() });
  }

  private end(name: string, test: string, action: string, line: Line): void {
    if (test !== '') this.counts.set(action, (this.counts.get(action) ?? 0) + 1);
    const outputs = this.open.get(name) ?? [];
    const heading = this.headings.get(name) ?? FAILED;
    this.open.delete(name);
    this.headings.delete(name);
    // A package fails with its tests; told is what it says itself.
    if (action.endsWith('fail') && this.failures.length < FAILURES && (test !== '' || outputs.length > 0))
      this.failures.push({ name, heading, line, outputs });
  }

  finish(): Findings {
    const counts = [...this.counts].map(([action, count]) => `${action} ×${formatCount(count)}`);
    const notes = this.failures.map((failure) => toldOf(failure).slice(0, NOTE_CHARS));
    const picks = this.failures.flatMap(({ line, outputs }, i) => [
      ...outputs.slice(0, 2).map((output) => ({ line: output.line, rank: RANK.error - i / 100 })),
      { line, rank: RANK.moreErrors - i / 100 },
    ]);
    return {
      notes: [`go test -json: ${counts.join(', ')}`, ...notes],
      picks: [...picks, ...this.others],
      notesShare: 0.6,
    };
  }
}

const recognise = ({ lines }: Sample): boolean => lines.filter((line) => EVENT.test(line)).length >= FEWEST;

/** Events of `go test -json`: what failed, and what it printed. */
export const goEvents: Shape = { name: 'go-events', recognise, read: () => new GoEventReader() };
