import { savedBytes, type TallySums } from '#core/tally.ts';
import { formatBytes, formatCount } from '#core/units.ts';

/** All lines together are no wider. */
export const COLUMNS = 80;
const NAME = 19;
const COUNT = 5;
const BYTES = 9;
const SAVED = 9;
const PERCENT = 6;

/** `-1.2 KB` for less than nothing. */
export const signedBytes = (bytes: number): string =>
  bytes < 0 ? `-${formatBytes(-bytes)}` : formatBytes(bytes);

/** The end of a name that is too long: there the tool stands. */
export const shortName = (name: string, width: number): string =>
  name.length <= width ? name : `…${name.slice(name.length - width + 1)}`;

const orDash = (bytes: number): string => (bytes === 0 ? '-' : formatBytes(bytes));

const EIGHTHS = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/** A bar for a part of a whole, in eighths of a cell; empty for nothing and for less. */
export function bar(part: number, cells: number): string {
  const eighths = Math.round(Math.max(0, Math.min(1, part)) * cells * 8);
  const whole = Math.floor(eighths / 8);
  return `${'█'.repeat(whole)}${whole < cells ? (EIGHTHS[eighths % 8] ?? '') : ''}`.trimEnd();
}

export const TABLE_HEAD = [
  ''.padEnd(NAME),
  'count'.padStart(COUNT),
  ...['produced', 'host', 'unread*', 'entered'].map((name) => name.padStart(BYTES)),
  'saved'.padStart(SAVED),
  'ratio'.padStart(PERCENT),
].join('');

/** What entered of what the agent would have shown; empty where it would have shown nothing. */
function ratio({ hostBytes, enteredBytes, overheadBytes }: TallySums): string {
  if (hostBytes === 0) return '';
  const percent = Math.round((100 * (enteredBytes + overheadBytes)) / hostBytes);
  return percent > 999 ? '>999%' : `${percent} %`;
}

/** One line: count, bytes, what was saved, what share entered, and a bar for the share that was kept out. */
export function tableLine(name: string, sums: TallySums): string {
  const { count, producedBytes, hostBytes, insteadBytes, enteredBytes, overheadBytes } = sums;
  const cells = [producedBytes, hostBytes, insteadBytes, enteredBytes + overheadBytes].map((bytes) =>
    orDash(bytes).padStart(BYTES),
  );
  const share = hostBytes === 0 ? 0 : savedBytes(sums) / hostBytes;
  const text = [
    shortName(name, NAME).padEnd(NAME),
    formatCount(count).padStart(COUNT),
    ...cells,
    signedBytes(savedBytes(sums)).padStart(SAVED),
    ratio(sums).padStart(PERCENT),
  ].join('');
  return `${text} ${bar(share, Math.max(0, COLUMNS - 1 - text.length))}`.trimEnd();
}

const LEVELS = '▁▂▃▄▅▆▇█';

/** Points as a line of blocks against their largest; `|` for a compaction. Empty without points. */
export function curveLine(points: readonly number[]): string {
  const most = Math.max(1, ...points);
  return points
    .map((point) =>
      point === 0
        ? '|'
        : (LEVELS[Math.min(LEVELS.length - 1, Math.floor((LEVELS.length * point) / most))] ?? ''),
    )
    .join('');
}
