import { formatHandle } from '#core/ids.ts';
import { formatBytes, formatCount } from '#core/units.ts';

export interface StoredOriginal {
  readonly id: number;
  /** Absolute path of the stored text, which the agent's own file tools can read. */
  readonly path: string;
  readonly bytes: number;
  /** Undefined when they were not counted. */
  readonly lines: number | undefined;
}

/** Lines of an original that an answer shows. */
export interface ShownPart {
  readonly lines: number;
  /** The first range of lines that is not shown, as a ready-made argument. */
  readonly next: string;
}

const shownOf = ({ lines: total }: StoredOriginal, { lines }: ShownPart): string =>
  total === undefined
    ? `the last ${formatCount(lines)} lines shown`
    : `${formatCount(lines)} of ${formatCount(total)} lines shown`;

/**
 * The last line of every shortened answer: what is missing and each way back to it. One fixed form, so that the model
 * learns it once.
 */
export function handleLine(stored: StoredOriginal, shown: ShownPart): string {
  const handle = formatHandle(stored.id);
  const saved = `${formatBytes(stored.bytes)} saved to ${stored.path}`;
  return `[${handle}: ${shownOf(stored, shown)}, ${saved}; ctx_read(id: "${handle}", lines: "${shown.next}"), ctx_search(source: "${handle}")]`;
}

/**
 * The same for an agent that would have to load our tools first, which costs it a turn: its own file tool reads the stored
 * text at once. The handle is named all the same.
 */
export function fileHandleLine(stored: StoredOriginal, shown: ShownPart): string {
  const [from = 1, to = from] = shown.next.split('-').map(Number);
  const saved = `${formatBytes(stored.bytes)} saved to ${stored.path}`;
  return `[${formatHandle(stored.id)}: ${shownOf(stored, shown)}, ${saved}; Read(offset: ${from}, limit: ${to - from + 1}) continues]`;
}

/** The same for one output of several: the folder of all of them is named once, by `handlesLine`. */
export function shortHandleLine(stored: StoredOriginal, shown: ShownPart): string {
  const handle = formatHandle(stored.id);
  return `[${handle}: ${shownOf(stored, shown)}, ${formatBytes(stored.bytes)}; ctx_read(id: "${handle}", lines: "${shown.next}")]`;
}

/** The last line of an answer with several outputs of which some are cut. `file` is the path with `<n>` for the handle. */
export const handlesLine = (file: string): string =>
  `[each #n saved to ${file}; ctx_search(source: "#n" or the label)]`;
