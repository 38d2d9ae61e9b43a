import { copyOf } from '../../text/copy-of.ts';
import { Tally } from '../common/tally.ts';

const KEPT = 8_000;
const SHORTENED = 3;

/** Counts files by the folders below the one that they all are in. */
export class Folders {
  private readonly counts = new Map<string, number>();
  private count = 0;
  private common: readonly string[] | undefined;
  private last: { readonly folder: string; readonly parts: readonly string[] } = { folder: '', parts: [] };

  add(path: string): void {
    const slash = path.lastIndexOf('/');
    const { last } = this;
    // Files of one folder mostly follow each other.
    if (
      this.common === undefined ||
      last.folder.length !== Math.max(0, slash) ||
      !path.startsWith(last.folder)
    )
      this.turn(slash < 0 ? '' : path.slice(0, slash));
    this.count += 1;
  }

  /** `src 40, tests 12`; empty when all are in one. */
  list(most: number): string {
    this.settle();
    const depth = (this.common ?? []).length;
    const tally = new Tally();
    for (const [folder, count] of this.counts) {
      const parts = folder.split('/');
      tally.add(parts.length > depth ? (parts[depth] ?? '') || '/' : '.', count);
    }
    const at = (this.common ?? []).join('/');
    if (tally.size < 2) return '';
    return at === '' || at === '.' ? tally.list(most) : `${tally.list(most)} (in ${at})`;
  }

  /** Counts what is in the folder of the last ones. */
  private settle(): void {
    const { folder, parts } = this.last;
    const isKept = this.counts.size < KEPT || this.counts.has(folder);
    const key = isKept ? folder : parts.slice(0, SHORTENED).join('/');
    if (this.count > 0)
      this.counts.set(this.counts.has(key) ? key : copyOf(key), (this.counts.get(key) ?? 0) + this.count);
    this.count = 0;
  }

  private turn(folder: string): void {
    this.settle();
    const parts = folder === '' ? [] : folder.split('/').map(copyOf);
    this.last = { folder, parts };
    const { common } = this;
    if (common === undefined) this.common = parts;
    else {
      const differs = common.findIndex((part, i) => parts[i] !== part);
      if (differs >= 0) this.common = common.slice(0, differs);
    }
  }
}
