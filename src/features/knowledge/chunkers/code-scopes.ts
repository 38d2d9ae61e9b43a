import type { Line } from './lines.ts';

/** A definition whose body the text is in. */
export interface Scope {
  /** Columns before its first line. */
  readonly indent: number;
  /** Qualified: `Class.method`. */
  readonly name: string;
  readonly isContainer: boolean;
  readonly startByte: number;
  /** Columns before its members; -1 until the first line of its body. */
  memberIndent: number;
}

/** First letters and words of lines that end or go on with a definition at their own indent. */
const CLOSERS = new Set([...'})]{>'].map((character) => character.charCodeAt(0)));
const NEUTRAL =
  /(?:end\b|else\b|elif\b|elsif\b|except\b|finally\b|rescue\b|ensure\b|catch\b|public:|private:|protected:|case\b|default:|where\b|done\b|fi\b|esac\b|then\b|do\b|#\s*(?:if|el|end|pragma|region))/y;

/** The definitions around a line, found by indent. */
export class CodeScopes {
  private readonly open: Scope[] = [];

  get top(): Scope | undefined {
    return this.open[this.open.length - 1];
  }

  get depth(): number {
    return this.open.length;
  }

  /** Leaves what is over at a line with this indent. */
  leave(line: Line, indent: number): void {
    const top = this.top;
    if (top === undefined || indent > top.indent) return;
    if (indent === top.indent && isContinuation(line)) return;
    while ((this.top?.indent ?? -1) >= indent) this.open.pop();
  }

  /** Enters a definition; the name is qualified by the ones around it. */
  enter(indent: number, name: string, isContainer: boolean, startByte: number): Scope {
    const around = this.top?.name ?? '';
    const qualified = around === '' || name === '' ? around + name : `${around}.${name}`;
    const scope = { indent, name: qualified, isContainer, startByte, memberIndent: -1 };
    this.open.push(scope);
    return scope;
  }
}

function isContinuation(line: Line): boolean {
  if (CLOSERS.has(line.code)) return true;
  NEUTRAL.lastIndex = line.lead;
  return NEUTRAL.test(line.text);
}
