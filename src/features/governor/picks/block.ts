import { byteLength } from '#core/text/bytes.ts';
import { namesFile, type Opener } from '../signals/paragraph.ts';
import {
  beforeRule,
  isBrief,
  isContainer,
  isMessage,
  isOnlyOthers,
  isOwnPlace,
  nameBelow,
  sectionPart,
  takesMarks,
} from '../signals/sections.ts';
import type { SignalLevel } from '../signals/signal-lines.ts';
import type { Line } from '../text/scan-lines.ts';
import type { Part } from './pick.ts';

/** Lines below an error that are kept, and how far below its heading the last may stand. */
const FOLLOW = 14;
const KEY_VALUES = 4;
const KEY_PLACES = 2;
const FARTHEST = 80;
/** From here on what is less telling. */
export const LAST = 20;

interface Below {
  readonly line: Line;
  /** Lower is shown first; below LAST for what says what was expected, what came, or where. */
  readonly order: number;
  /** Where it was. */
  readonly isPlace: boolean;
}

/** An error with what belongs to it. */
export class Block {
  readonly line: Line;
  readonly level: SignalLevel;
  readonly spot: number;
  readonly indent: number;
  readonly heading: Line | undefined;
  /** The first line of its paragraph. */
  readonly above: Line | undefined;
  /** That names the file, and its own line does not. */
  readonly isPlacedAbove: boolean;
  /** Its own line says where. */
  readonly hasPlace: boolean;
  /** By what it is found again elsewhere; empty: by nothing. */
  name: string;
  /** What it says about its place, to find those that say the same; empty: something of its own. */
  readonly saying: string;
  /** All about it stands below, up to the next heading. */
  readonly isSection: boolean;
  /** Its line alone says what went wrong. */
  readonly isBrief: boolean;
  /** It only says that something below it failed. */
  isContainer: boolean;
  /** Marks of failure below it are its own message. */
  readonly takesMarks: boolean;
  /** What of the line is shown; undefined: all. */
  readonly part: Part | undefined;
  /** In the order of the text. */
  readonly below: Below[] = [];
  private values = 0;
  private places = 0;
  private rest = 0;
  /** The line above announces this one. */
  private isAnnounced = false;
  private readonly text: string;

  constructor(found: {
    readonly line: Line;
    readonly level: SignalLevel;
    readonly spot: number;
    readonly indent: number;
    readonly heading: Line | undefined;
    readonly name: string;
    readonly saying: string;
    readonly isSection: boolean;
    readonly text: string;
    /** Bytes of the line in front of the text. */
    readonly skip: number;
    readonly above?: Opener | undefined;
  }) {
    this.line = found.line;
    this.text = found.text;
    this.level = found.level;
    this.spot = found.spot;
    this.indent = found.indent;
    this.heading = found.heading;
    this.above = found.above?.line;
    this.hasPlace = isOwnPlace(found.text);
    this.isPlacedAbove = found.above !== undefined && !this.hasPlace && namesFile(found.above.text);
    this.name = found.name;
    this.saying = found.saying;
    this.isSection = found.isSection;
    this.isBrief = isBrief(found.text);
    this.isContainer = isContainer(found.text);
    const end = beforeRule(found.text);
    const from = found.line.start;
    this.part =
      end === undefined ? undefined : { from, to: from + found.skip + byteLength(found.text.slice(0, end)) };
    this.takesMarks = takesMarks(found.text);
  }

  isNear(line: Line): boolean {
    return line.index - this.line.index <= FARTHEST;
  }

  /** The line above said that more comes. */
  get expectsMore(): boolean {
    return this.isAnnounced;
  }

  /** How much it tells of what was expected, what came, and where. */
  get keys(): number {
    return this.values + this.places;
  }

  /** Takes a line below; false when there is no room for one of its kind. */
  add(line: Line, text: string): void {
    if (this.below.length === 0) this.name = nameBelow(this.text, text) ?? this.name;
    this.isContainer ||= isOnlyOthers(text);
    const part = sectionPart(text);
    const isFirst = this.below.length === 0 && isMessage(text);
    const isPlace = (part === 'place' || (part === 'value' && isOwnPlace(text))) && this.places < KEY_PLACES;
    const isValue = part === 'value' && this.values < KEY_VALUES;
    if (isPlace) this.places += 1;
    if (isValue) this.values += 1;
    const isKey = isPlace || isValue || isFirst || this.isAnnounced;
    // A thrown message stands below the place.
    this.isAnnounced = isKey && !this.isAnnounced && text.endsWith(':');
    if (!isKey) this.rest += 1;
    if (isKey || this.rest <= FOLLOW)
      this.below.push({ line, order: this.orderOf(isKey, isPlace && !isValue), isPlace });
  }

  private orderOf(isKey: boolean, isPlace: boolean): number {
    if (!isKey) return LAST + this.rest;
    return isPlace ? (this.places === 1 ? 1.5 : KEY_VALUES + 1) : this.values;
  }
}
