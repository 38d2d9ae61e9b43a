const WORD_START = 4;

/**
 * What a drawn line is about: how its first word begins; empty for bars and numbers alone. What is about the same thing
 * and drawn over it is its new state. A file whose lines end in a carriage return alone is no progress bar: its lines
 * are about different things.
 */
function subjectOf(draw: string): string {
  const word = /\p{L}+/u.exec(draw)?.[0] ?? '';
  return word.slice(0, WORD_START);
}

/** Stands for a line that was wiped by blanks: what is drawn next takes its place. No text holds this character. */
const WIPED = '\0';

export interface Draws {
  /** What remains of the line, in order; at least one. */
  readonly kept: readonly string[];
  /** How many drawn states were replaced by later ones. */
  readonly dropped: number;
}

/**
 * What a line shows whose parts were drawn over each other by carriage returns: of a progress bar the last state, of
 * different texts each. Doing it again with what was kept and more parts gives the same as doing it once.
 */
export function foldDraws(draws: readonly string[]): Draws {
  const kept: string[] = [];
  let current: string | undefined;
  let dropped = 0;
  for (const draw of draws) {
    if (draw === '') continue;
    const isWipe = draw.trim() === '';
    const isOver =
      isWipe ||
      current === WIPED ||
      (draw !== WIPED && current !== undefined && subjectOf(current) === subjectOf(draw));
    if (current !== undefined && !isOver) kept.push(current);
    else if (current !== undefined && current !== WIPED) dropped += 1;
    current = isWipe && current !== undefined ? WIPED : draw;
  }
  kept.push(current ?? '');
  return { kept, dropped };
}

/** Lines of their own for what was kept. */
export const showDraws = (kept: readonly string[]): string =>
  kept.filter((draw) => draw !== WIPED).join('\n');

/** What a line shows in which backspaces move the cursor: bold and underlined text of manual pages, turning wheels. */
export function applyBackspaces(line: string): string {
  if (!line.includes('\b')) return line;
  const shown: string[] = [];
  let at = 0;
  for (const char of line) {
    if (char === '\b') at = Math.max(0, at - 1);
    else {
      shown[at] = char;
      at += 1;
    }
  }
  return shown.join('');
}
