import type { SignalLevel } from '../signals/signal-lines.ts';
import type { Line } from '../text/scan-lines.ts';
import { type Pick, RANK } from './pick.ts';

/** Text with more headings has them for another reason. */
const MOST_SECTIONS = 150;
/** A command that is run more often in one output is not what sections it. */
const MOST_RUNS = 12;
const LONGEST_HEADING = 160;
/** `== auth ==`, `==> file <==`, `# label`, `--- label ---`, `*** label`, `>>> label`, `$ command`. */
const HEADING =
  /^(?:={2,}>? ?[^\s=].*|#{1,6} ?[^\s#!].*|-{3,} [^\s-].* -{3,}|\*{3,} ?[^\s*].*|>{2,} [^\s>].*|\$ [\w./].*)\r?$/;
const isHeadingStart = (code: number): boolean =>
  code === 0x3d || code === 0x23 || code === 0x2d || code === 0x2a || code === 0x3e || code === 0x24;

interface Section {
  readonly heading: Line;
  worst: SignalLevel | 0;
  /** Its first line of the worst trouble. */
  trouble: Line | undefined;
  last: Line | undefined;
}

/** Of outputs that were put together: gives each part its share, so that trouble in a later one is seen. */
export class Sections {
  private readonly headed: Section[] = [];
  private readonly runs: Section[] = [];
  private opening: string | undefined;

  /** @param level of the trouble that the line tells of; 0 when it tells of none */
  add(line: Line, text: string, level: SignalLevel | 0): void {
    if (text === '') return;
    this.look(line, text);
    note(this.headed.at(-1), line, level);
    note(this.runs.at(-1), line, level);
  }

  *picks(): Generator<Pick> {
    if (this.headed.length > 1 && this.headed.length <= MOST_SECTIONS) yield* picksOf(this.headed);
    if (this.runs.length > 1 && this.runs.length <= MOST_RUNS) yield* picksOf(this.runs);
  }

  private look(line: Line, text: string): void {
    // A second run of a command begins as the first did.
    this.opening ??= text;
    if (this.runs.length <= MOST_RUNS && text.length === this.opening.length && text === this.opening)
      this.runs.push({ heading: line, worst: 0, trouble: undefined, last: undefined });
    if (!isHeadingStart(text.charCodeAt(0)) || this.headed.length > MOST_SECTIONS) return;
    if (text.length <= LONGEST_HEADING && HEADING.test(text))
      this.headed.push({ heading: line, worst: 0, trouble: undefined, last: undefined });
  }
}

function note(section: Section | undefined, line: Line, level: SignalLevel | 0): void {
  if (section === undefined) return;
  section.last = line;
  if (level <= section.worst) return;
  section.worst = level;
  section.trouble = line;
}

/** A section's first trouble comes before other trouble of its level, with the heading above it. */
function* picksOf(sections: readonly Section[]): Generator<Pick> {
  for (const { heading, worst, trouble, last } of sections) {
    if (trouble === undefined) {
      yield { line: heading, rank: RANK.sample + 2 };
      if (last !== undefined) yield { line: last, rank: RANK.sample };
      continue;
    }
    const rank = (worst === 3 ? RANK.fatal : worst === 2 ? RANK.error : RANK.warning) + 1;
    yield { line: trouble, rank };
    yield { line: heading, rank: rank - 0.5 };
  }
}
