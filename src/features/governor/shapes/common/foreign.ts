import { type Pick, RANK } from '../../picks/pick.ts';
import { findSignal } from '../../signals/signal-lines.ts';
import type { Line } from '../../text/scan-lines.ts';

const KEPT = 30;

/** Lines that do not fit the kind of a text that is data: messages of the tool that wrote it, which may tell of trouble. */
export class Foreign {
  private readonly lines: Pick[] = [];
  private count = 0;

  add(line: Line, text: string): void {
    if (text.trim() === '') return;
    this.count += 1;
    if (this.lines.length >= KEPT) return;
    const isTrouble = findSignal(text) !== undefined;
    this.lines.push({ line, rank: isTrouble ? RANK.error : RANK.outlier });
  }

  get picks(): readonly Pick[] {
    return this.lines;
  }

  /** More of them than are kept: the text is not only of its kind, and its lines have to be looked at. */
  get isMixed(): boolean {
    return this.count >= KEPT;
  }
}
