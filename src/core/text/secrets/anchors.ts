import { AnchorTable, type Found } from './anchor-table.ts';

/** The table pays after so many bytes; hooks in processes of their own look at less. */
const TABLE_BYTES = 16 * 1024;

/** Finds many short texts, whatever their case. A process that looks at little never makes the table that finds them fast. */
export class Anchors {
  private readonly anchors: readonly string[];
  private lookedAtBytes = 0;
  private table: AnchorTable | undefined;

  /** @param anchors in small letters */
  constructor(anchors: readonly string[]) {
    this.anchors = anchors;
  }

  /**
   * Calls `found` for every anchor, in the order of their ends; of several that end at one place the longer ones come first.
   * What begins before the place to go on from is passed over.
   */
  scan(text: Buffer, found: Found): void {
    this.lookedAtBytes += text.length;
    if (this.lookedAtBytes > TABLE_BYTES) this.table ??= new AnchorTable(this.anchors);
    if (this.table === undefined) this.scanOne(text, found);
    else this.table.scan(text, found);
  }

  private scanOne(text: Buffer, found: Found): void {
    let from = 0;
    for (const [start, end, place] of this.hitsIn(text.toString('latin1').toLowerCase())) {
      if (start >= from) from = found(place, end) ?? from;
    }
  }

  private hitsIn(text: string): readonly (readonly [start: number, end: number, place: number])[] {
    const hits: [number, number, number][] = [];
    for (const [place, anchor] of this.anchors.entries())
      for (let at = text.indexOf(anchor); at >= 0; at = text.indexOf(anchor, at + 1))
        hits.push([at, at + anchor.length, place]);
    return hits.sort((one, other) => one[1] - other[1] || one[0] - other[0] || one[2] - other[2]);
  }
}
