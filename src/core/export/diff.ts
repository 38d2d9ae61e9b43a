/** Lines of the same text around a change. */
const AROUND = 3;
/** Above this many pairs of lines the middle is shown as taken out and put in as a whole. */
const MAX_PAIRS = 4_000_000;

type Line = readonly [' ' | '-' | '+', string];

/** Lengths of the longest common rest, for every pair of starts. */
function commonRests(a: readonly string[], b: readonly string[]): readonly Uint32Array[] {
  const rests = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const [row, next] = [rests[i], rests[i + 1]];
      if (row === undefined || next === undefined) continue;
      row[j] = a[i] === b[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rests;
}

function middle(a: readonly string[], b: readonly string[]): readonly Line[] {
  const whole = (): Line[] => [...a.map((l): Line => ['-', l]), ...b.map((l): Line => ['+', l])];
  if (a.length * b.length > MAX_PAIRS) return whole();
  const rests = commonRests(a, b);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push([' ', a[i] ?? '']);
      [i, j] = [i + 1, j + 1];
    } else if (i < a.length && (j >= b.length || (rests[i + 1]?.[j] ?? 0) >= (rests[i]?.[j + 1] ?? 0))) {
      lines.push(['-', a[i] ?? '']);
      i += 1;
    } else {
      lines.push(['+', b[j] ?? '']);
      j += 1;
    }
  }
  return lines;
}

/** Lines without their ends; the last one is not counted as a line where it is empty. */
const linesOf = (text: string): readonly string[] => {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};

/**
 * What changes from one text to another, as lines with `-`, `+` and a blank in front; line ends are not compared. Equal lines
 * that are far from any change are left out, which an `@@` line says. Empty when no line differs.
 */
export function lineDiff(before: string, after: string): string {
  const [a, b] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const same = (lines: readonly string[]): readonly Line[] => lines.map((line): Line => [' ', line]);
  const all = [
    ...same(a.slice(0, head)),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...same(a.slice(a.length - tail)),
  ];
  const near = new Set<number>();
  for (const [i, [sign]] of all.entries())
    if (sign !== ' ') for (let k = i - AROUND; k <= i + AROUND; k += 1) near.add(k);
  const shown: string[] = [];
  let line = 0;
  let isGap = true;
  for (const [i, [sign, text]] of all.entries()) {
    if (sign !== '+') line += 1;
    if (!near.has(i)) {
      isGap = true;
      continue;
    }
    if (isGap) shown.push(`@@ line ${Math.max(1, line)} @@`);
    isGap = false;
    shown.push(`${sign}${text}`);
  }
  return shown.join('\n');
}
