import { formatHandle } from '#core/ids.ts';
import { formatBytes, formatCount } from '#core/units.ts';

export interface StoredOriginal {
  readonly id: number;
  /** Absolute path of the stored text, which the agent's own file tools can read. */
  readonly path: string;
  readonly bytes: number;
  readonly lines: number;
}

/**
 * The last line of every shortened answer: what is missing and each way back to it. One fixed form, so that the model
 * learns it once.
 * @param next the first range of lines that is not shown, as a ready-made argument.
 */
export function handleLine(stored: StoredOriginal, shownLines: number, next: string): string {
  const handle = formatHandle(stored.id);
  const shown = `${formatCount(shownLines)} of ${formatCount(stored.lines)} lines shown`;
  const saved = `${formatBytes(stored.bytes)} saved to ${stored.path}`;
  return `[${handle}: ${shown}, ${saved}; ctx_read(id: "${handle}", lines: "${next}")]`;
}
