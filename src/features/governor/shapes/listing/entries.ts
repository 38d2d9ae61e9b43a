import { shareOf } from '../common/share.ts';

/** What a line of a listing names. */
export interface Entry {
  /** From the folder that the line stands under. */
  readonly path: string;
  /** In the unit of the listing; undefined when it tells none. */
  readonly size?: number;
  /** The size is of all below it, so that sizes do not add up. */
  readonly isWhole?: boolean;
  readonly isFolder?: boolean;
  /** The folder that the lines below are in. */
  readonly isHeading?: boolean;
  /** Nothing of interest: a total, or what sums a tree up. */
  readonly isSum?: boolean;
}

/** Reads one line after the other; undefined for a line that is none of a listing. */
export type EntryReader = (text: string) => Entry | undefined;

const SUM: Entry = { path: '', isSum: true };
const LONG =
  /^(?: *\d+ +\d+ +)?([-dlcbpsD])[-rwxsStT]{9}[.+@]? +\d+ +\S+ +(?:\S+ +)?(\d+(?:\.\d+)?[KMGT]?|\d+, *\d+) +(?:\w{3} +\d+ +[\d:]+|\d+ \w{3} +[\d:]+|\d{4}-\d\d-\d\d [\d:.]+(?: [+-]\d{4})?) (.+?)\r?$/;
const UNITS: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };
const HEADING = /^([^\s:][^:]*|"[^"]+"):\r?$/;
/** No spaces at the ends, nothing that a sentence has. */
const PATH = /^(?:[A-Za-z]:)?[^\s:"'<>|*?=;{}][^:"'<>|*?;{}\t]*$/;
const NAME = /^[^\s:"'<>|*?=;{}()][^:"'<>|*?;{}\t]{0,200}$/;
const DU = /^(\d+(?:[.,]\d+)?)([KMGTP]?)i?B?\t(\S.*?)\r?$/;
const BRANCH = /^([│| \u00a0]{0,400})[├└|`+\\]-?[─-]{2} (.+?)\r?$/;

const sizeOf = (text: string, unit: string | undefined): number =>
  Number.parseFloat(text.replace(',', '.')) * (UNITS[unit ?? ''] ?? 1);

function readLong(text: string): Entry | undefined {
  if (/^total \d/.test(text)) return SUM;
  const found = LONG.exec(text);
  if (found === null) {
    const heading = HEADING.exec(text)?.[1];
    return heading === undefined ? undefined : { path: heading, isHeading: true };
  }
  const [, kind, size = '', name = ''] = found;
  if (name === '.' || name === '..') return SUM;
  const path = kind === 'l' ? (name.split(' -> ', 1)[0] ?? '') : name;
  return kind === 'd' ? { path, isFolder: true } : { path, size: sizeOf(size, /[KMGT]$/.exec(size)?.[0]) };
}

function readNames(text: string): Entry | undefined {
  const heading = HEADING.exec(text)?.[1];
  if (heading !== undefined) return { path: heading, isHeading: true };
  return NAME.test(text) ? { path: text.trimEnd() } : undefined;
}

function readPath(text: string): Entry | undefined {
  if (!PATH.test(text)) return undefined;
  const path = text.trimEnd();
  return path.endsWith('/') || path.endsWith('\\') ? { path, isFolder: true } : { path };
}

function readUse(text: string): Entry | undefined {
  const found = DU.exec(text);
  return found === null
    ? undefined
    : { path: found[3] ?? '', size: sizeOf(found[1] ?? '', found[2]), isWhole: true };
}

/** Of a tree: the folders above the line are remembered. */
function treeReader(): EntryReader {
  const above: string[] = [];
  return (text) => {
    const found = BRANCH.exec(text);
    if (found === null) return /^\d+ director|^\.?[^\s│├└|`]*\/?\r?$/.test(text) ? SUM : undefined;
    const depth = Math.round((found[1] ?? '').length / 4);
    const name = (found[2] ?? '').replace(/^\[[^\]]*\] +/, '').replace(/ -> .*$/, '');
    above.length = depth;
    above[depth] = name.replace(/\/$/, '');
    return { path: above.join('/'), isFolder: name.endsWith('/') };
  };
}

const hasSlash = (line: string): boolean => /[\\/]/.test(line);
const hasEnding = (line: string): boolean => /^[^\s/]+\.[A-Za-z]\w{0,7}$/.test(line);

/** The reader for a listing; undefined when the lines are none. */
export function entryReaderOf(lines: readonly string[]): EntryReader | undefined {
  if (lines.length < 8) return undefined;
  const share = (test: (line: string) => boolean): number => shareOf(lines, test);
  if (share((line) => LONG.test(line)) >= 0.5 && share((line) => readLong(line) !== undefined) >= 0.9)
    return readLong;
  if (share((line) => BRANCH.test(line)) >= 0.8) return treeReader();
  if (share((line) => DU.test(line)) >= 0.9) return readUse;
  const headings = lines.filter((line, i) => HEADING.test(line) && (i === 0 || lines[i - 1]?.trim() === ''));
  const isRecursive =
    HEADING.test(lines[0] ?? '') && headings.length >= 2 && headings.slice(1).every(hasSlash);
  if (isRecursive && share((line) => readNames(line) !== undefined) >= 0.9) return readNames;
  if (share((line) => PATH.test(line)) < 0.95 || share((line) => / /.test(line.trim())) > 0.1)
    return undefined;
  // Rows of a table, and addresses.
  if (share((line) => /,|^[a-z][\w+.-]*:\/\//i.test(line)) > 0.1) return undefined;
  return share(hasSlash) >= 0.4 || share(hasEnding) >= 0.7 ? readPath : undefined;
}
