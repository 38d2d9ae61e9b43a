import type { Line } from '../text/scan-lines.ts';
import { isOwnPlace, sectionPart } from '../signals/sections.ts';
import type { SignalLevel } from '../signals/signal-lines.ts';

/** Lines below an error that are kept, and how far below its heading the last may stand. */
const FOLLOW = 14;
const KEY_VALUES = 4;
const KEY_PLACES = 2;
const FARTHEST = 80;

interface Below {
  readonly line: Line;
  /** It says what was expected, what came, or where: shown before the rest. */
  readonly isKey: boolean;
}

/** An error with what belongs to it. */
export class Block {
  readonly line: Line;
  readonly level: SignalLevel;
  readonly spot: number;
  readonly indent: number;
  readonly heading: Line | undefined;
  /** By what it is found again elsewhere; empty: by nothing. */
  readonly name: string;
  /** All about it stands below, up to the next heading. */
  readonly isSection: boolean;
  /** In the order of the text. */
  readonly below: Below[] = [];
  private values = 0;
  private places = 0;
  private rest = 0;

  constructor(found: {
    readonly line: Line;
    readonly level: SignalLevel;
    readonly spot: number;
    readonly indent: number;
    readonly heading: Line | undefined;
    readonly name: string;
    readonly isSection: boolean;
  }) {
    this.line = found.line;
    this.level = found.level;
    this.spot = found.spot;
    this.indent = found.indent;
    this.heading = found.heading;
    this.name = found.name;
    this.isSection = found.isSection;
  }

  isNear(line: Line): boolean {
    return line.index - this.line.index <= FARTHEST;
  }

  get hasKeys(): boolean {
    return this.values + this.places > 0;
  }

  /** Takes a line below; false when there is no room for one of its kind. */
  add(line: Line, text: string): void {
    const part = sectionPart(text);
    const isFirst = this.below.length === 0;
    const isPlace = (part === 'place' || (part === 'value' && isOwnPlace(text))) && this.places < KEY_PLACES;
    const isValue = part === 'value' && this.values < KEY_VALUES;
    if (isPlace) this.places += 1;
    if (isValue) this.values += 1;
    const isKey = isPlace || isValue || (isFirst && /[\p{L}\d]/u.test(text));
    if (!isKey) this.rest += 1;
    if (isKey || this.rest <= FOLLOW) this.below.push({ line, isKey });
  }
}
