import { renameSync, rmSync } from 'node:fs';
import { statPath } from '#infra/stat-path.ts';
import type { OutputText } from './keep-original.ts';
import { moveOriginal, originalFile, writeOriginal } from './originals.ts';

/** A text on its way into the folder of originals; a row that is not committed does not keep it there. */
export class PlacedText {
  private readonly outDir: string;
  private readonly output: OutputText;
  private placedId: number | undefined;

  constructor(outDir: string, output: OutputText) {
    this.outDir = outDir;
    this.output = output;
  }

  /** Under another id than before, when the store tries again. @throws as writeOriginal */
  put(id: number): 'taken' | undefined {
    this.takeBack();
    const { outDir, output } = this;
    const result =
      output.kind === 'text' ? writeOriginal(outDir, id, output.text) : moveOriginal(outDir, id, output.file);
    if (result === undefined) this.placedId = id;
    return result;
  }

  takeBack(): void {
    if (this.placedId === undefined) return;
    const file = originalFile(this.outDir, this.placedId);
    this.placedId = undefined;
    // Across disks it was copied, and is still there.
    const from = this.output.kind === 'file' ? this.output.file : undefined;
    if (from !== undefined && statPath(from) === undefined) renameSync(file, from);
    else rmSync(file, { force: true });
  }
}
