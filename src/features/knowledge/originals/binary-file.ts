import { chmodSync, copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '#core/errors.ts';
import { statPath } from '#infra/stat-path.ts';

/** The file of binary output, beside the original that describes it: `<out>/<id>.bin`. */
const binaryFile = (outDir: string, id: number): string => join(outDir, `${id}.bin`);

/** Moves a finished file into place beside original `id`; returns its new path. @throws what `fs` throws */
export function moveBinary(outDir: string, id: number, file: string): string {
  const target = binaryFile(outDir, id);
  try {
    renameSync(file, target);
  } catch (thrown) {
    if (systemCode(thrown) !== 'EXDEV') throw thrown;
    copyFileSync(file, target);
    chmodSync(target, 0o600);
  }
  return target;
}

/** Removes what lies beside an original; when another handle needs it, it is kept under that handle's name. */
export function removeBinary(outDir: string, id: number, heirId: number | undefined): void {
  const file = binaryFile(outDir, id);
  if (heirId !== undefined && statPath(file) !== undefined) renameSync(file, binaryFile(outDir, heirId));
  rmSync(file, { force: true });
}
