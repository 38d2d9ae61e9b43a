/** Where the class that begins at `[` ends, behind its `]`; -1 when it does not. */
function classEnd(glob: string, from: number): number {
  const first = glob[from + 1] === '!' || glob[from + 1] === '^' ? from + 2 : from + 1;
  const close = glob.indexOf(']', first + 1);
  return close < 0 ? -1 : close + 1;
}

function isInClass(body: string, letter: string): boolean {
  const isNegated = body.startsWith('!') || body.startsWith('^');
  const set = isNegated ? body.slice(1) : body;
  let isIn = false;
  for (let i = 0; i < set.length; i += 1) {
    const low = set[i] ?? '';
    if (set[i + 1] === '-' && i + 2 < set.length) {
      isIn ||= letter >= low && letter <= (set[i + 2] ?? '');
      i += 2;
    } else isIn ||= letter === low;
  }
  return isIn !== isNegated;
}

/** Length of the glob's piece at `p` when it takes this letter; 0 when it does not. */
function takes(glob: string, p: number, letter: string): number {
  const sign = glob[p];
  if (sign === '?') return 1;
  if (sign === '\\' && p + 1 < glob.length) return glob[p + 1] === letter ? 2 : 0;
  if (sign === '[') {
    const end = classEnd(glob, p);
    if (end > 0) return isInClass(glob.slice(p + 1, end - 1), letter) ? end - p : 0;
  }
  return sign === letter ? 1 : 0;
}

/** Whether one name in a path has the form of a gitignore glob without slashes: `*`, `?`, `[a-z]`, `\` in front of a sign. */
export function matchesSegment(glob: string, name: string): boolean {
  let p = 0;
  let t = 0;
  let starAt = -1;
  let resumeAt = 0;
  while (t < name.length || p < glob.length) {
    if (glob[p] === '*') {
      starAt = p;
      resumeAt = t;
      p += 1;
      continue;
    }
    const length = t < name.length && p < glob.length ? takes(glob, p, name[t] ?? '') : 0;
    if (length > 0) {
      p += length;
      t += 1;
      continue;
    }
    if (starAt < 0 || resumeAt >= name.length) return false;
    resumeAt += 1;
    p = starAt + 1;
    t = resumeAt;
  }
  return true;
}

/** Whether there can be a name that has both forms. Classes count as any letter: too much rather than too little. */
export function segmentsMeet(a: string, b: string): boolean {
  const left = a.replace(/\[[^\]]+\]/g, '?').replace(/\*+/g, '*');
  const right = b.replace(/\[[^\]]+\]/g, '?').replace(/\*+/g, '*');
  // One row of the table "can the rest from here meet the rest from there", from the ends to the beginnings.
  let row = meetRow(left, right, left.length, undefined);
  for (let i = left.length - 1; i >= 0; i -= 1) row = meetRow(left, right, i, row);
  return row[0] === true;
}

function meetRow(left: string, right: string, i: number, below: readonly boolean[] | undefined) {
  const row: boolean[] = new Array(right.length + 1).fill(false);
  for (let j = right.length; j >= 0; j -= 1) {
    const isEnd = i === left.length && j === right.length;
    const skipsLeft = left[i] === '*' && (below?.[j] === true || (j < right.length && row[j + 1] === true));
    const skipsRight = right[j] === '*' && (row[j + 1] === true || below?.[j] === true);
    const isSame = left[i] === right[j] || left[i] === '?' || right[j] === '?';
    const isLetter = i < left.length && j < right.length && left[i] !== '*' && right[j] !== '*';
    row[j] = isEnd || skipsLeft || skipsRight || (isLetter && isSame && below?.[j + 1] === true);
  }
  return row;
}
