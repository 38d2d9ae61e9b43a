/** Which part of the lines that are not blank a test holds for; 0 when there are none. */
export function shareOf(lines: readonly string[], test: (line: string) => boolean): number {
  const full = lines.filter((line) => line.trim() !== '');
  return full.length === 0 ? 0 : full.filter(test).length / full.length;
}

/** `1 file`, `3,120 files`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${String(count).replace(/\B(?=(\d{3})+$)/g, ',')} ${count === 1 ? one : many}`;

/** At most so many characters, cut with a mark. */
export const cut = (text: string, chars: number): string =>
  text.length <= chars ? text : `${[...text.slice(0, chars)].slice(0, -1).join('')}…`;
