import type { Language } from './code-languages.ts';
import type { Line } from './lines.ts';

/** Lines that belong to the definition below them: its comment, decorators and attributes. */
export class CodePrefix {
  private readonly language: Language;
  private first: Line | undefined;
  private blockEnd = '';
  private isOpen = false;

  constructor(language: Language) {
    this.language = language;
  }

  /** The first of the lines right above the current one; undefined when there are none. */
  get start(): Line | undefined {
    return this.first;
  }

  /** Inside a comment or decorator of several lines. */
  get isUnfinished(): boolean {
    return this.blockEnd !== '' || this.isOpen;
  }

  /** Nothing above belongs to what comes. */
  drop(): void {
    this.first = undefined;
    this.blockEnd = '';
    this.isOpen = false;
  }

  /** A blank line parts a comment from what follows, unless it is inside the comment. */
  blank(): void {
    if (!this.isUnfinished) this.first = undefined;
  }

  /** Takes the line if it is a comment or decorator, or goes on with one. */
  take(line: Line, isAfterBlank: boolean): boolean {
    const { text, lead } = line;
    if (this.blockEnd !== '') {
      if (text.includes(this.blockEnd)) this.blockEnd = '';
      return true;
    }
    if (this.isOpen) return this.goOn(line);
    const { block, prefix } = this.language;
    if (block !== undefined && text.startsWith(block[0], lead)) return this.openBlock(line, block);
    prefix.lastIndex = lead;
    if (!prefix.test(text)) {
      if (isAfterBlank) this.first = undefined;
      return false;
    }
    this.first ??= line;
    if (line.code === 64) this.openDecorator(line);
    return true;
  }

  private openBlock(line: Line, [open, close]: readonly [string, string]): boolean {
    const end = line.text.indexOf(close, line.lead + open.length);
    const isWhole = end >= 0;
    // Code may follow a comment in its line.
    if (isWhole && end + close.length < line.text.trimEnd().length) return false;
    this.first ??= line;
    if (!isWhole) this.blockEnd = close;
    return true;
  }

  /** `@Component({`, `@doc """`: goes on in the next lines. */
  private openDecorator(line: Line): void {
    const { text } = line;
    const heredoc = text.indexOf('"""');
    if (heredoc >= 0 && text.indexOf('"""', heredoc + 3) < 0) this.blockEnd = '"""';
    else if (/[({[,]\s*$/.test(text.slice(-8))) this.isOpen = true;
  }

  private goOn({ text, lead, code }: Line): boolean {
    const isEnd = lead === 0 || code === 125 || code === 41 || code === 93;
    if (!isEnd) return true;
    const isClosed = /[})\]]\s*$/.test(text.slice(-8));
    this.isOpen = false;
    return isClosed && (code === 125 || code === 41 || code === 93);
  }
}
