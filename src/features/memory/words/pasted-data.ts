import { lazily } from '#core/lazily.ts';
import { byteLength } from '#core/text/bytes.ts';

/** Larger pieces that are not prose are kept as a reference only, in bytes. */
const LARGEST_KEPT = 1024;
/** A line of prose is made of words: at least this share of what stands between its blanks. */
const PROSE_SHARE = 0.6;
/** A line longer than this without a blank in reach is data, in UTF-16 units. */
const LONG_WORD = 200;

/** A piece of data that the user pasted. */
interface PastedData {
  readonly firstLine: string;
  readonly lines: number;
  readonly bytes: number;
  /** What it looks like: `log`, `json`, `diff`, `trace`, `table`, `code` or `text`. */
  readonly sort: string;
}

export interface SplitPrompt {
  /** The user's words, with a mark where data was. */
  readonly words: string;
  readonly data: readonly PastedData[];
}

const FENCE = /^\s*(?:```|~~~)/;
const wordShape = lazily(() => /^["'“«(]*[\p{L}\p{M}’'/-]+[\p{P}]*$/u);
const wide = lazily(() => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u);

function isProse(line: string): boolean {
  const pieces = line.trim().split(/\s+/);
  if (pieces.some((piece) => piece.length > LONG_WORD && !wide().test(piece))) return false;
  const words = pieces.filter((piece) => wordShape().test(piece) || wide().test(piece)).length;
  return words / pieces.length >= PROSE_SHARE && !/[;{}]\s*$/.test(line);
}

const SORTS: readonly (readonly [string, RegExp])[] = [
  ['diff', /^(?:diff --git|@@ |[+-]{3} \S)/m],
  ['trace', /^\s+at \S+|Traceback \(most recent|^\s+File "/m],
  ['log', /^\S{0,3}\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^\[?\d\d:\d\d:\d\d|\b(?:INFO|WARN|ERROR|DEBUG)\b/m],
  ['json', /^\s*[[{]/],
  ['table', /^[^\n,;\t|]+(?:[,;\t|][^\n,;\t|]*){2,}$/m],
  ['code', /[;{}]\s*$/m],
];

function describe(lines: readonly string[]): PastedData {
  const inside = lines.filter((line) => !FENCE.test(line));
  const text = inside.join('\n');
  const sort = SORTS.find(([, shape]) => shape.test(text))?.[0] ?? 'text';
  const firstLine = (inside.find((line) => line.trim() !== '') ?? '').trim();
  return { firstLine, lines: inside.length, bytes: byteLength(text), sort };
}

/** Runs of lines: prose, or what is not. A fenced block is one run. */
function runs(text: string): { isData: boolean; lines: string[] }[] {
  const found: { isData: boolean; lines: string[] }[] = [];
  let isFenced = false;
  for (const line of text.split('\n')) {
    const last = found.at(-1);
    const isFence = FENCE.test(line);
    const isData: boolean =
      isFenced || isFence || (line.trim() === '' ? (last?.isData ?? false) : !isProse(line));
    if (isFence) isFenced = !isFenced;
    if (last?.isData === isData) last.lines.push(line);
    else found.push({ isData, lines: [line] });
  }
  return found;
}

/** A prompt without the data in it that is larger than 1 KB. A long text of the user's own words stays whole. */
export function splitPrompt(prompt: string): SplitPrompt {
  if (byteLength(prompt) <= LARGEST_KEPT) return { words: prompt, data: [] };
  const data: PastedData[] = [];
  const words = runs(prompt).map(({ isData, lines }) => {
    if (!isData || byteLength(lines.join('\n')) <= LARGEST_KEPT) return lines.join('\n');
    const piece = describe(lines);
    data.push(piece);
    return `[pasted ${piece.sort}: ${piece.lines} lines, ${piece.bytes} bytes]`;
  });
  return { words: words.join('\n').trim(), data };
}
