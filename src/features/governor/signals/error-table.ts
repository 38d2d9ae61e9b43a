import type { Line } from '../text/scan-lines.ts';
import type { Opener } from './paragraph.ts';

/** ` Line   src/Cart.php `, between two rules: each row below it is a complaint about that file, as of PHPStan and Larastan. */
const FILE_ROW = /^\s*Line\s+\S.*\.\w+(?:\s+\(in context of .+\))?\s*$/;
const RULE = /^\s*-{3,}(?: +-{3,})*\s*$/;
/** `  12     Undefined variable: $row`; without a line for the file as a whole: `         Missing class`. */
const ROW = /^\s*:?\d+\s+\S/;
const CAPITAL_L = 0x4c;

/** Follows tables of complaints, in which no word says that a row is one. */
export class ErrorTable {
  private file: Opener | undefined;
  private rules = 0;

  /** The row of the table with the file, when this line is one of its complaints; undefined for all other lines. */
  fileOf(line: Line, text: string, indent: number, skip: number): Opener | undefined {
    if (text.charCodeAt(indent) === CAPITAL_L && FILE_ROW.test(text)) {
      this.file = { line, text, indent, skip };
      this.rules = 0;
      return undefined;
    }
    if (this.file === undefined) return undefined;
    if (RULE.test(text)) {
      this.rules += 1;
      if (this.rules > 1) this.file = undefined;
      return undefined;
    }
    // Without a rule below it, the heading was none.
    if (this.rules === 0) this.file = undefined;
    return this.file !== undefined && ROW.test(text) ? this.file : undefined;
  }
}
